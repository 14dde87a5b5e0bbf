import { useState } from 'react'
import { usePlaceNames } from '#app/features/catalogue/use-place-names.ts'
import { listHealth } from '#app/features/feed-health/view.server.ts'
import { readDemoPercent } from '#app/features/imports/demo-loading.server.ts'
import { scheduleChange } from '#app/features/imports/schedules/schedule-schema.ts'
import {
  findLeagueProblems,
  listEditorSchedules,
  saveSchedules,
} from '#app/features/imports/schedules/schedules.server.ts'
import { RunsPanel } from '#app/features/runs/components/runs-panel.tsx'
import { useRuns } from '#app/features/runs/components/use-runs.ts'
import { sourceText } from '#app/features/runs/run-texts.ts'
import { columnText } from '#app/platform/edit/column-text.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { SelectField } from '#app/ui/admin/fields.tsx'
import { newId } from '#app/ui/admin/new-id.ts'
import { AdminPage } from '#app/ui/admin/page.tsx'
import { Changing } from '#app/ui/admin/rights.tsx'
import { SaveBar } from '#app/ui/admin/save-bar.tsx'
import { AdminTable } from '#app/ui/admin/table.tsx'
import { useEditor } from '#app/ui/admin/use-editor.ts'
import { ListLink } from '../bulk-edit/list-link.tsx'
import { checkChanges, readChanges } from '../changes.server.ts'
import { DemoProgress } from '../demo-progress.tsx'
import { adminAction, backOffice, reading } from '../guard.server.ts'
import type { Route } from './+types/route'
import { type FeedChoices, listFeedChoices } from './feed-choices.server.ts'
import { ScheduleRow } from './schedule-row.tsx'

export { ScreenError as ErrorBoundary } from '../error.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { services } = backOffice(context, 'feeds.read')
  const { kysely } = services.database
  const [schedules, health, demoPercent] = await reading(
    services,
    'screen',
    Promise.all([
      listEditorSchedules(kysely),
      listHealth(kysely, services.env, new Date()),
      readDemoPercent(kysely),
    ]),
  )
  const feeds = listFeedChoices()
  return { schedules, health, demoPercent, feeds }
}

export const action = adminAction('feeds.change', async ({ services, actor, request }) => {
  const { changes, problems } = checkChanges(await readChanges(request), scheduleChange)
  if (problems.length > 0) return { kind: 'invalid' as const, problems }
  const unknown = await findLeagueProblems(services.database.kysely, services.env, changes)
  if (unknown.length > 0) return { kind: 'invalid' as const, problems: unknown }
  return saveSchedules(services.database, changes, actor)
})

const NO_CHOICES: FeedChoices = { competitions: null, markets: { list: [], event: [] }, hasCredits: false }

export default function Schedules({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('admin')
  const { schedules, health, feeds } = loaderData
  const editor = useEditor(schedules)
  const [feed, setFeed] = useState(feeds[0]?.key ?? '')
  const add = () => {
    const id = newId()
    editor.add({
      id,
      // Until it is saved and has its own key.
      source: `${feed}/`,
      feed,
      name: '',
      every_minutes: 60,
      cron: null,
      time_zone: 'UTC',
      counted_minutes: null,
      in_play: false,
      sports: '',
      is_active: true,
      last_run_at: null,
      markets: '',
      event_markets: '',
      horizon_hours: null,
      credits_a_day: null,
      carriesPrices: false,
    })
  }
  const placeNames = usePlaceNames()
  // Runs of every kind, requested by anybody.
  const runs = useRuns('/admin/runs')
  return (
    <AdminPage
      title={t('menu.schedules')}
      description={t('schedules.description')}
      actions={
        <>
          <ListLink list="import_schedules" />
          <Changing>
            <SelectField
              label={t('schedules.feed')}
              labelHidden
              value={feed}
              options={feeds.map(({ key }) => ({ value: key, text: sourceText(t, key) }))}
              onValue={setFeed}
            />
            <button type="button" className="button min-h-10 px-4 text-sm" onClick={add}>
              {t('schedules.add')}
            </button>
          </Changing>
        </>
      }
    >
      <DemoProgress percent={loaderData.demoPercent} />
      <AdminTable
        label={t('menu.schedules')}
        isWide
        columns={[
          { key: 'source', text: t('schedules.source') },
          { key: 'when', text: t('schedules.when') },
          { key: 'last', text: t('schedules.last'), className: 'min-w-48' },
          { key: 'actions', text: t('column.actions') },
        ]}
      >
        {editor.rows.map((row) => (
          <ScheduleRow
            key={row.id}
            row={row}
            editor={editor}
            health={health.find(({ id }) => id === row.id)}
            choices={feeds.find(({ key }) => key === row.feed) ?? NO_CHOICES}
          />
        ))}
      </AdminTable>
      <RunsPanel {...runs} sportName={placeNames.sport} started={undefined} />
      <SaveBar
        editor={editor}
        texts={{ saved: t('schedules.saved'), column: (column) => columnText(t, column) }}
      />
    </AdminPage>
  )
}
