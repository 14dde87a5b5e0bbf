import { useState } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import { usePlaceNames } from '#app/features/catalogue/use-place-names.ts'
import { importRequestSchema, startImport } from '#app/features/imports/start-import.server.ts'
import { RunsPanel } from '#app/features/runs/components/runs-panel.tsx'
import { useReloadAfterRuns, useRuns } from '#app/features/runs/components/use-runs.ts'
import { startRecorded } from '#app/features/runs/recorded-runs.server.ts'
import { IMPORTED } from '#app/features/sources/registry.server.ts'
import { findPlace } from '#app/features/sources/source-address.server.ts'
import { startSportsDbTool } from '#app/features/sources/sportsdb/commands.server.ts'
import { readSportsDbCountries, readSportsDbState } from '#app/features/sources/sportsdb/queries.server.ts'
import { toolRequestSchema } from '#app/features/sources/sportsdb/requests.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatCount } from '#app/platform/numbers.ts'
import { AdminPage, Panel } from '#app/ui/admin/page.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { readJson } from '../changes.server.ts'
import { adminAction, backOffice, reading } from '../guard.server.ts'
import type { Route } from './+types/route'
import { OddsForm } from './odds-form.tsx'
import { ToolForm } from './tool-form.tsx'
import { readTool, TOOLS, toolKey } from './tools.ts'

export { ScreenError as ErrorBoundary } from '../error.tsx'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { services } = backOffice(context, 'imports.read')
  const db = services.database.kysely
  const tool = readTool(url.searchParams.get('tool'))
  const sources = await reading(
    services,
    'screen',
    Promise.all(
      IMPORTED.map(async (source) => ({
        key: source.key,
        everything: source.everything,
        isSetUp: (await findPlace(db, services.env, source)) !== null,
      })),
    ),
  )
  if (tool === 'odds') return { tool, sources, state: null, countries: [] }
  const [state, countries] = await reading(
    services,
    'screen',
    Promise.all([readSportsDbState(db), readSportsDbCountries(db)]),
  )
  return { tool, sources, state, countries }
}

const startRequest = z.union([
  z.object({ kind: z.literal('odds'), choice: importRequestSchema }),
  z.object({ kind: z.literal('tool'), choice: toolRequestSchema }),
])

/** Queues a run; the site's worker carries it out, also when this page is closed. */
export const action = adminAction('imports.change', async ({ services, actor, request }) => {
  const asked = await readJson(request, startRequest)
  const { choice } = asked
  const label = 'source' in choice ? choice.source : choice.tool
  const after = JSON.parse(JSON.stringify(choice)) as Record<string, string | number | boolean>
  return startRecorded(services, actor, { label, after }, (desk) =>
    asked.kind === 'odds'
      ? startImport(desk, services.env, { ...asked.choice, administratorId: actor.id })
      : startSportsDbTool(desk, services.env, asked.choice, actor.id),
  )
})

export default function ImportData({
  loaderData: { tool, sources, state, countries },
}: Route.ComponentProps) {
  const { t } = useTranslation('admin')
  const kinds = tool === 'odds' ? sources.map(({ key }) => key) : [toolKey(tool)]
  const [started, setStarted] = useState<string>()
  const placeNames = usePlaceNames()
  const runs = useRuns(`/admin/runs?kinds=${kinds.join()}`, started)
  const onStart = (runId: string | undefined) => {
    setStarted(runId)
    runs.renew()
  }
  // The counts of a run are shown below the form.
  useReloadAfterRuns(runs.state)
  return (
    <AdminPage title={t('menu.import')} description={t('import.description')}>
      <nav aria-label={t('import.tools')} className="flex flex-wrap gap-1 border-b border-line">
        {TOOLS.map((it) => (
          <Link
            key={it}
            to={`?tool=${it}`}
            aria-current={it === tool ? 'page' : undefined}
            className="-mb-px inline-flex min-h-11 items-center border-b-2 border-transparent px-3 text-sm hover:text-heading aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-heading"
          >
            {t(`import.tool.${it}`)}
          </Link>
        ))}
      </nav>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Panel title={t(`import.tool.${tool}`)}>
          <p className="text-sm text-muted">{t(`import.about.${tool}`)}</p>
          {state?.countries === 0 && tool !== 'countries' && (
            <Banner tone="notice">{t('import.countries-first')}</Banner>
          )}
          {tool === 'odds' ? (
            <OddsForm sources={sources} onStart={onStart} />
          ) : (
            <ToolForm key={tool} tool={tool} countries={countries} onStart={onStart} />
          )}
          {state && <StoredData tool={tool} state={state} />}
        </Panel>
        <RunsPanel {...runs} sportName={placeNames.sport} started={started} />
      </div>
    </AdminPage>
  )
}

type State = NonNullable<Route.ComponentProps['loaderData']['state']>

/** The stored data of TheSportsDB. */
function StoredData({ tool, state }: { tool: string; state: State }) {
  const { t, i18n } = useTranslation('admin')
  const names = usePlaceNames()
  const kept = ['countries', 'leagues', 'seasons', 'teams', 'events'] as const
  return (
    <>
      <dl className="flex flex-wrap gap-x-6 gap-y-1 border-t border-line pt-3 text-sm">
        {kept.map((name) => (
          <div key={name} className="flex gap-2">
            <dt className="text-muted">{t(`import.tool.${name}`)}</dt>
            <dd className="font-semibold text-heading tabular-nums">
              {formatCount(state[name], i18n.language)}
            </dd>
          </div>
        ))}
      </dl>
      {tool === 'leagues' && state.recentLeagues.length > 0 && (
        <section aria-label={t('import.recent')}>
          <h3 className="text-sm font-semibold text-heading">{t('import.recent')}</h3>
          <ul className="text-sm">
            {state.recentLeagues.map((league) => (
              <li key={league.id}>
                <bdi>{league.name}</bdi>{' '}
                <span className="text-muted">
                  {names.line({ sport: league.sport, country: league.country }, ', ')}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
