import { useState } from 'react'
import { scheduleText } from '#app/features/alerts/texts.ts'
import { HistoryButton } from '#app/features/history/components/history-button.tsx'
import { readDemoPercent } from '#app/features/imports/demo-loading.server.ts'
import { scheduleChange } from '#app/features/imports/schedule-schema.ts'
import { listEditorSchedules, saveSchedules } from '#app/features/imports/schedules.server.ts'
import { RunsPanel } from '#app/features/runs/components/runs-panel.tsx'
import { useRuns } from '#app/features/runs/components/use-runs.ts'
import { sourceText } from '#app/features/runs/run-texts.ts'
import { IMPORTED } from '#app/features/sources/registry.server.ts'
import { columnText, problemText } from '#app/platform/edit/column-text.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatCount } from '#app/platform/numbers.ts'
import { Field, SelectField, Toggle } from '#app/ui/admin/fields.tsx'
import { newId } from '#app/ui/admin/new-id.ts'
import { AdminPage } from '#app/ui/admin/page.tsx'
import { RemoveButton } from '#app/ui/admin/remove-button.tsx'
import { Changing } from '#app/ui/admin/rights.tsx'
import { SaveBar } from '#app/ui/admin/save-bar.tsx'
import { AdminRow, AdminTable, CELL } from '#app/ui/admin/table.tsx'
import { useEditor } from '#app/ui/admin/use-editor.ts'
import { Relative } from '#app/ui/time.tsx'
import { checkChanges, readChanges } from '../changes.server.ts'
import { DemoProgress } from '../demo-progress.tsx'
import { adminAction, backOffice, reading } from '../guard.server.ts'
import { SpentToday } from '../sources/quota.tsx'
import type { Route } from './+types/route'
import { MarketChoices } from './market-choices.tsx'

export { ScreenError as ErrorBoundary } from '../error.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { services } = backOffice(context, 'feeds.read')
  const { kysely } = services.database
  const [schedules, demoPercent] = await reading(
    services,
    'screen',
    Promise.all([listEditorSchedules(kysely), readDemoPercent(kysely)]),
  )
  const feeds = IMPORTED.map(({ key, choices, everything, markets, cost }) => ({
    key,
    competitions: choices && { example: choices.example, everything },
    markets: markets ?? { list: [], event: [] },
    hasCredits: cost !== undefined,
  }))
  return { schedules, demoPercent, feeds }
}

export const action = adminAction('feeds.change', async ({ services, actor, request }) => {
  const { changes, problems } = checkChanges(await readChanges(request), scheduleChange)
  if (problems.length > 0) return { kind: 'invalid' as const, problems }
  return saveSchedules(services.database, changes, actor)
})

const HOURLY = '0 * * * *'
const NO_CHOICES = { competitions: null, markets: { list: [], event: [] }, hasCredits: false }

export default function Schedules({ loaderData }: Route.ComponentProps) {
  const { t, i18n } = useTranslation('admin')
  const { schedules, feeds } = loaderData
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
      quota_remaining: null,
      quota_at: null,
      markets: '',
      event_markets: '',
      horizon_hours: null,
      credits_a_day: null,
      spentToday: 0,
      carriesPrices: false,
    })
  }
  // Runs of every kind, requested by anybody.
  const runs = useRuns('/admin/runs')
  return (
    <AdminPage
      title={t('menu.schedules')}
      description={t('schedules.description')}
      actions={
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
      }
    >
      <DemoProgress percent={loaderData.demoPercent} />
      <AdminTable
        label={t('menu.schedules')}
        isWide
        columns={[
          { key: 'source', text: t('schedules.source') },
          { key: 'status', text: t('column.status') },
          { key: 'when', text: t('schedules.when'), className: 'min-w-40' },
          { key: 'value', text: t('schedules.value'), className: 'min-w-40' },
          { key: 'zone', text: t('column.time-zone'), className: 'min-w-28' },
          { key: 'prices', text: t('schedules.prices'), className: 'min-w-56' },
          { key: 'last', text: t('schedules.last') },
          { key: 'actions', text: t('column.actions') },
        ]}
      >
        {editor.rows.map((row) => {
          const name = scheduleText(t, { source: row.feed, name: row.name })
          const { competitions, markets, hasCredits } =
            feeds.find(({ key }) => key === row.feed) ?? NO_CHOICES
          const fieldOf = (column: string) => t('field.of', { field: columnText(t, column), name })
          const problem = (column: keyof typeof row) => problemText(t, editor.problemOf(row.id, column))
          return (
            <AdminRow key={row.id} changed={editor.isChanged(row.id)}>
              <td className={CELL}>
                {row.source === row.feed ? (
                  name
                ) : (
                  <Field
                    label={t('schedules.name-of', { name: sourceText(t, row.feed) })}
                    labelHidden
                    placeholder={sourceText(t, row.feed)}
                    value={row.name}
                    changed={editor.isChanged(row.id, 'name')}
                    problem={problem('name')}
                    onValue={(text) => editor.set(row.id, { name: text })}
                  />
                )}
              </td>
              <td className={CELL}>
                <Toggle
                  label={t('schedules.active', { name })}
                  labelHidden
                  on={row.is_active}
                  changed={editor.isChanged(row.id, 'is_active')}
                  onToggle={(is_active) => editor.set(row.id, { is_active })}
                />
              </td>
              <td className={CELL}>
                <SelectField
                  label={t('schedules.when-of', { name })}
                  labelHidden
                  value={row.cron === null ? 'minutes' : 'cron'}
                  options={[
                    { value: 'minutes', text: t('schedules.every-minutes') },
                    { value: 'cron', text: t('schedules.cron') },
                  ]}
                  onValue={(mode) =>
                    editor.set(
                      row.id,
                      mode === 'cron'
                        ? { cron: HOURLY, every_minutes: null }
                        : { cron: null, every_minutes: 60 },
                    )
                  }
                />
              </td>
              <td className={CELL}>
                {row.cron === null ? (
                  <Field
                    label={t('schedules.minutes-of', { name })}
                    labelHidden
                    type="number"
                    min={1}
                    max={10_080}
                    step={1}
                    value={row.every_minutes ?? ''}
                    changed={editor.isChanged(row.id, 'every_minutes')}
                    problem={problem('every_minutes')}
                    onValue={(text) => editor.set(row.id, { every_minutes: Number(text) })}
                  />
                ) : (
                  <Field
                    label={t('schedules.cron-of', { name })}
                    labelHidden
                    dir="ltr"
                    spellCheck={false}
                    value={row.cron}
                    changed={editor.isChanged(row.id, 'cron')}
                    problem={problem('cron')}
                    onValue={(cron) => editor.set(row.id, { cron })}
                  />
                )}
              </td>
              <td className={CELL}>
                <Field
                  label={t('field.of', { field: t('column.time-zone'), name })}
                  labelHidden
                  dir="ltr"
                  value={row.time_zone}
                  changed={editor.isChanged(row.id, 'time_zone')}
                  problem={problem('time_zone')}
                  onValue={(time_zone) => editor.set(row.id, { time_zone })}
                />
              </td>
              <td className={CELL}>
                <div className="flex flex-col gap-2">
                  {row.carriesPrices && (
                    <>
                      <NumberField
                        label={columnText(t, 'counted_minutes')}
                        of={fieldOf('counted_minutes')}
                        placeholder={t('schedules.counted-hint')}
                        value={row.counted_minutes}
                        changed={editor.isChanged(row.id, 'counted_minutes')}
                        problem={problem('counted_minutes')}
                        onNumber={(counted_minutes) => editor.set(row.id, { counted_minutes })}
                      />
                      <Toggle
                        label={t('schedules.in-play-of', { name })}
                        on={row.in_play}
                        changed={editor.isChanged(row.id, 'in_play')}
                        onToggle={(in_play) => editor.set(row.id, { in_play })}
                      />
                    </>
                  )}
                  {competitions && (
                    <Field
                      label={columnText(t, 'sports')}
                      aria-label={fieldOf('sports')}
                      dir="ltr"
                      spellCheck={false}
                      hint={t('schedules.sports-hint', {
                        // Keys stay in their order in Arabic.
                        example: `\u2066${competitions.example}\u2069`,
                        everything: t(competitions.everything),
                      })}
                      value={row.sports}
                      changed={editor.isChanged(row.id, 'sports')}
                      problem={problem('sports')}
                      onValue={(sports) => editor.set(row.id, { sports })}
                    />
                  )}
                  {markets.list.length > 0 && (
                    <MarketChoices
                      label={columnText(t, 'markets')}
                      name={name}
                      hint={t(
                        markets.event.length > 0 ? 'schedules.markets-hint' : 'schedules.requests-hint',
                      )}
                      keys={markets.list}
                      chosen={row.markets}
                      changed={editor.isChanged(row.id, 'markets')}
                      onChoose={(chosen) => editor.set(row.id, { markets: chosen })}
                    />
                  )}
                  {markets.event.length > 0 && (
                    <>
                      <MarketChoices
                        label={columnText(t, 'event_markets')}
                        name={name}
                        hint={t('schedules.event-markets-hint')}
                        keys={markets.event}
                        chosen={row.event_markets}
                        changed={editor.isChanged(row.id, 'event_markets')}
                        onChoose={(chosen) => editor.set(row.id, { event_markets: chosen })}
                      />
                      <NumberField
                        label={columnText(t, 'horizon_hours')}
                        of={fieldOf('horizon_hours')}
                        placeholder="24"
                        value={row.horizon_hours}
                        changed={editor.isChanged(row.id, 'horizon_hours')}
                        problem={problem('horizon_hours')}
                        onNumber={(horizon_hours) => editor.set(row.id, { horizon_hours })}
                      />
                    </>
                  )}
                  {hasCredits && (
                    <NumberField
                      label={columnText(t, 'credits_a_day')}
                      of={fieldOf('credits_a_day')}
                      placeholder={t('schedules.credits-hint')}
                      value={row.credits_a_day}
                      changed={editor.isChanged(row.id, 'credits_a_day')}
                      problem={problem('credits_a_day')}
                      onNumber={(credits_a_day) => editor.set(row.id, { credits_a_day })}
                    />
                  )}
                </div>
              </td>
              <td className={`${CELL} text-muted`}>
                {row.last_run_at ? <Relative at={row.last_run_at} /> : t('schedules.never')}
                {hasCredits && (
                  <span className="block text-xs">
                    <SpentToday spent={row.spentToday} limit={row.credits_a_day} />
                  </span>
                )}
                {row.quota_remaining !== null && (
                  <span className="block text-xs">
                    {t('schedules.quota')}: <bdi>{formatCount(row.quota_remaining, i18n.language)}</bdi>
                    {row.quota_at && (
                      <>
                        , <Relative at={row.quota_at} />
                      </>
                    )}
                  </span>
                )}
              </td>
              <td className={CELL}>
                <HistoryButton entity="import_schedules" id={row.id} name={name} />
                {row.source !== row.feed && (
                  <RemoveButton name={name} onRemove={() => editor.remove(row.id)} />
                )}
              </td>
            </AdminRow>
          )
        })}
      </AdminTable>
      <RunsPanel {...runs} started={undefined} />
      <SaveBar
        editor={editor}
        texts={{ saved: t('schedules.saved'), column: (column) => columnText(t, column) }}
      />
    </AdminPage>
  )
}

/** A whole number from 1, or none. */
function NumberField({
  of,
  value,
  onNumber,
  ...field
}: {
  label: string
  /** The field with what it is of. */
  of: string
  placeholder: string
  value: number | null
  changed: boolean
  problem: string | undefined
  onNumber: (number: number | null) => void
}) {
  return (
    <Field
      {...field}
      aria-label={of}
      type="number"
      min={1}
      step={1}
      value={value ?? ''}
      onValue={(text) => onNumber(text === '' ? null : Number(text))}
    />
  )
}
