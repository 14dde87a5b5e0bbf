import { z } from 'zod'
import { may } from '#app/features/accounts/permissions.ts'
import { listBookmakerNames } from '#app/features/affiliates/editor-queries.server.ts'
import {
  adoptedBy,
  createExperiment,
  deleteExperiment,
  listExperiments,
  startExperiment,
  stopExperiment,
} from '#app/features/experiments/commands.server.ts'
import { experimentRequest } from '#app/features/experiments/schema.ts'
import { listLanguages } from '#app/features/languages/queries.server.ts'
import { openSettings, saveSettings } from '#app/features/settings/commands.server.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { AdminPage } from '#app/ui/admin/page.tsx'
import { Changing } from '#app/ui/admin/rights.tsx'
import { readJson } from '../changes.server.ts'
import { adminAction, backOffice, reading } from '../guard.server.ts'
import type { Route } from './+types/route'
import { Adopted } from './adopted.tsx'
import { ExperimentPanel } from './experiment-panel.tsx'
import { NewExperiment } from './new-experiment.tsx'

export { ScreenError as ErrorBoundary } from '../error.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { services, actor } = backOffice(context, 'links.read')
  const [experiments, bookmakers, languages, settings] = await reading(
    services,
    'screen',
    Promise.all([
      listExperiments(services.database.kysely, new Date(), may(actor.role, 'earnings.read')),
      listBookmakerNames(services),
      listLanguages(services),
      openSettings(services),
    ]),
  )
  const { way_colour, way_texts, first_bookmakers } = settings
  return {
    ...{ experiments, bookmakers, adopted: { way_colour, way_texts, first_bookmakers } },
    languages: languages.map(({ code, nativeName }) => ({ code, name: nativeName })),
  }
}

const request = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('create'), values: z.record(z.string(), z.unknown()) }),
  z.object({ kind: z.enum(['start', 'stop', 'delete', 'adopt']), id: z.uuid() }),
  z.object({ kind: z.literal('release'), column: z.enum(['way_colour', 'way_texts', 'first_bookmakers']) }),
])

export const action = adminAction('links.change', async ({ services, actor, request: received }) => {
  const db = services.database.kysely
  const asked = await readJson(received, request)
  if (asked.kind === 'create') {
    const read = experimentRequest.safeParse(asked.values)
    if (read.success) {
      await createExperiment(db, read.data, actor)
      return { kind: 'created' as const }
    }
    const problems = read.error.issues.map(({ path, message }) => ({
      column: String(path[0]),
      problem: message,
    }))
    return { kind: 'refused-experiment' as const, problems }
  }
  if ('column' in asked || asked.kind === 'adopt') {
    const { id, way_colour, way_texts, first_bookmakers } = await openSettings(services)
    const after = 'column' in asked ? { [asked.column]: null } : await adoptedBy(db, asked.id, way_texts)
    if (!after) return { kind: 'gone' as const }
    const before = { way_colour, way_texts, first_bookmakers }
    const changes = { create: [], update: [{ id, before, after }], remove: [] }
    const saved = await saveSettings(services, changes, actor)
    return { kind: saved.kind === 'saved' ? ('done' as const) : ('gone' as const) }
  }
  const { kind, id } = asked
  const refusal =
    kind === 'start'
      ? await startExperiment(db, id, actor)
      : kind === 'stop'
        ? await stopExperiment(db, id, actor, new Date())
        : await deleteExperiment(db, id, actor)
  return refusal ? { kind: refusal } : { kind: 'done' as const }
})

export default function Experiments({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('admin')
  const { experiments, bookmakers, languages, adopted } = loaderData
  return (
    <AdminPage title={t('menu.experiments')} description={t('experiments.description')}>
      <p className="text-sm text-muted">{t('experiments.privacy')}</p>
      {experiments.length === 0 && (
        <p className="rounded-lg border border-card-line bg-card p-6 text-center text-sm text-muted">
          {t('experiments.empty')}
        </p>
      )}
      <Adopted adopted={adopted} bookmakers={bookmakers} />
      {experiments.map((experiment) => (
        <ExperimentPanel key={experiment.id} {...{ experiment, bookmakers, adopted }} />
      ))}
      <Changing>
        <NewExperiment bookmakers={bookmakers.filter((it) => !it.isMerged)} languages={languages} />
      </Changing>
    </AdminPage>
  )
}
