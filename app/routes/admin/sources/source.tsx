import { data, Link } from 'react-router'
import { z } from 'zod'
import { usePlaceNames } from '#app/features/catalogue/use-place-names.ts'
import { countCoverage, countQueues, readRejects } from '#app/features/feed-health/screen.server.ts'
import { listHealth } from '#app/features/feed-health/view.server.ts'
import { costOfPastMarket } from '#app/features/imports/past/past-prices.server.ts'
import { RunsPanel } from '#app/features/runs/components/runs-panel.tsx'
import { useRuns } from '#app/features/runs/components/use-runs.ts'
import { reasonKey, sourceText } from '#app/features/runs/run-texts.ts'
import type { ToolReason } from '#app/features/runs/schema.ts'
import { findLastTest, testConnection } from '#app/features/sources/connection.server.ts'
import { listUnmatchedMarkets } from '#app/features/sources/market-mappings.server.ts'
import { findOwner } from '#app/features/sources/registry.server.ts'
import {
  describeSettings,
  findTypedProblems,
  keepSettings,
} from '#app/features/sources/stored-settings.server.ts'
import { unpackLabels } from '#app/platform/i18n/packed-labels.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { withColon } from '#app/platform/i18n/with-colon.ts'
import { formatCount } from '#app/platform/numbers.ts'
import { AdminPage, Panel } from '#app/ui/admin/page.tsx'
import { useRights } from '#app/ui/admin/rights.tsx'
import { ListLink } from '../bulk-edit/list-link.tsx'
import { readJson } from '../changes.server.ts'
import { adminAction, backOffice, reading } from '../guard.server.ts'
import { itemMeta } from '../item-meta.ts'
import type { Route } from './+types/source'
import { readMarketChoices } from './market-choices.server.ts'
import { PastPrices } from './past-prices.tsx'
import { Spending } from './quota.tsx'
import { ScheduleState } from './schedule-state.tsx'
import { SourceSettings } from './source-settings.tsx'
import { UnmatchedMarkets } from './unmatched-markets.tsx'
import { useGrowingOld } from './use-growing-old.ts'

export { ScreenError as ErrorBoundary } from '../error.tsx'

function findOr404(key: string) {
  const source = findOwner(key)
  if (!source) throw data(null, { status: 404 })
  return source
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const { services, actor } = backOffice(context, 'feeds.read')
  const source = findOr404(params.source)
  const db = services.database.kysely
  const now = new Date()
  const kinds = [source.key, ...Object.keys(source.tools ?? {})]
  const [health, settings, lastTest, coverage, rejects, unmatched, queues, choices, costOfMarket] =
    await reading(
      services,
      'screen',
      Promise.all([
        listHealth(db, services.env, now),
        describeSettings(db, services.env, source),
        findLastTest(db, services.env, source),
        countCoverage(db, source.key, now),
        readRejects(db, kinds),
        listUnmatchedMarkets(db, source.key),
        countQueues(db),
        readMarketChoices(services, actor.language),
        costOfPastMarket(db, services.env, source),
      ]),
    )
  const schedules = health.filter(({ feed }) => kinds.includes(feed))
  return {
    key: source.key,
    kinds,
    carriesPrices: source.carries.includes('prices'),
    past: source.snapshot ? { markets: source.markets?.list ?? [], costOfMarket } : null,
    schedules,
    settings,
    lastTest,
    coverage: coverage.map(({ type, matches }) => ({
      type: choices.types.find(({ value }) => value === type)?.text ?? type.replaceAll('_', ' '),
      matches,
    })),
    rejects,
    unmatched,
    queues,
    choices,
  }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const labels = matches[1]?.loaderData?.labels
  const { admin } = labels === undefined ? {} : unpackLabels(labels)
  const text = (key: string, { defaultValue }: { defaultValue: string }) => admin?.[key] ?? defaultValue
  return itemMeta(loaderData && sourceText(text, loaderData.key), matches)
}

const values = z.record(z.string().max(100), z.string().trim().min(1).nullable())
const settingsRequest = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('keep'), values }),
  z.object({ kind: z.literal('test'), values }),
])

/** Saves settings of the source, or tests them before they are saved. */
export const action = adminAction('feeds.change', async ({ services, actor, request, params }) => {
  const source = findOr404(params.source ?? '')
  const asked = await readJson(request, settingsRequest)
  const db = services.database.kysely
  if (asked.kind === 'test') {
    const problems = await findTypedProblems(db, services.env, source, asked.values)
    if (problems.length > 0) return { kind: 'invalid' as const, problems }
    const typed = Object.fromEntries(
      Object.entries(asked.values).map(([name, value]) => [name, value ?? undefined]),
    )
    const { code, quota } = await testConnection(db, services.env, source, { typed })
    return { kind: 'tested' as const, code, quota }
  }
  const problems = await keepSettings(db, services.env, { source, values: asked.values, actor })
  if (problems.length > 0) return { kind: 'invalid' as const, problems }
  return { kind: 'saved' as const, count: Object.keys(asked.values).length }
})

export default function Source({ loaderData }: Route.ComponentProps) {
  const rights = useRights()
  const { t, i18n } = useTranslation('admin')
  const { key, schedules, settings, lastTest, coverage, rejects, unmatched, queues, choices } = loaderData
  const { carriesPrices, past, kinds } = loaderData
  const growingOld = useGrowingOld(schedules, kinds)
  const placeNames = usePlaceNames()
  const runs = useRuns(`/admin/runs?kinds=${kinds.join()}`)
  const count = (number: number) => formatCount(number, i18n.language)
  return (
    <AdminPage
      title={sourceText(t, key)}
      actions={
        <>
          <Link to="/admin/sources" className="button-quiet min-h-10 px-4 text-sm">
            {t('menu.sources')}
          </Link>
          <Link to="/admin/schedules" className="button-quiet min-h-10 px-4 text-sm">
            {t('menu.schedules')}
          </Link>
        </>
      }
    >
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Panel title={t('menu.schedules')}>
          <ul className="flex flex-col gap-3 text-sm">
            {schedules.map((one) => (
              <ScheduleState key={one.id} one={one} growingOld={growingOld.get(one.id)} />
            ))}
          </ul>
          <Spending credits={null} quota={schedules.find(({ quota }) => quota)?.quota ?? null} />
        </Panel>
        <div id="settings">
          <SourceSettings key={key} settings={settings} lastTest={lastTest} />
        </div>
        {carriesPrices && (
          <Panel title={t('sources.coverage')}>
            {coverage.length === 0 ? (
              <p className="text-sm text-muted">{t('sources.coverage-none')}</p>
            ) : (
              <>
                <p className="text-sm text-muted">{t('sources.coverage-matches')}</p>
                <dl className="flex flex-col gap-1 text-sm">
                  {coverage.map(({ type, matches }) => (
                    <div key={type} className="flex justify-between gap-4">
                      <dt>{type}</dt>
                      <dd className="font-semibold text-heading tabular-nums">{count(matches)}</dd>
                    </div>
                  ))}
                </dl>
              </>
            )}
          </Panel>
        )}
        <Panel title={t('sources.queues')}>
          <ul className="flex flex-col gap-1 text-sm">
            <li className="flex justify-between gap-4">
              <Link to="/admin/review" className="text-link underline hover:text-link-hover">
                {t('menu.review')}
              </Link>
              <span className="tabular-nums">{count(queues.reviews)}</span>
            </li>
            <li className="flex justify-between gap-4">
              <Link to="/admin/data-mapping" className="text-link underline hover:text-link-hover">
                {t('menu.data-mapping')}
              </Link>
              <span className="tabular-nums">{count(queues.teams)}</span>
            </li>
          </ul>
        </Panel>
      </div>
      <div id="runs">
        <RunsPanel {...runs} sportName={placeNames.sport} started={undefined} />
      </div>
      {past && rights.may('imports.change') && <PastPrices key={key} source={key} {...past} />}
      <Panel title={t('sources.rejects')}>
        <div id="rejected" className="flex flex-col gap-2 text-sm">
          {rejects.reasons.length === 0 && <p className="text-muted">{t('sources.rejects-none')}</p>}
          <ul className="flex flex-wrap gap-x-6 gap-y-1">
            {rejects.reasons.map(({ reason, count: many }) => (
              <li key={reason}>
                {withColon(t(reasonKey(reason as ToolReason), { defaultValue: reason }), i18n.language)}{' '}
                <span className="font-semibold text-heading tabular-nums">{count(many)}</span>
              </li>
            ))}
          </ul>
          <ol className="flex flex-col gap-1 text-xs text-muted">
            {rejects.items.map(({ id, reason, detail, externalId }) => (
              <li key={id}>
                {t(reasonKey(reason as ToolReason), { defaultValue: reason })}{' '}
                <bdi className="break-words">{[externalId, detail].filter(Boolean).join(': ')}</bdi>
              </li>
            ))}
          </ol>
        </div>
      </Panel>
      {carriesPrices && (
        <Panel
          title={t('sources.unmatched')}
          actions={<ListLink list="market_mappings" status="open" search={key} />}
        >
          <UnmatchedMarkets {...unmatched} choices={choices} action="/admin/sources" />
        </Panel>
      )}
    </AdminPage>
  )
}
