import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { scheduleText } from '#app/features/alerts/texts.ts'
import type { HealthView } from '#app/features/feed-health/view.server.ts'
import { HistoryButton } from '#app/features/history/components/history-button.tsx'
import type { ScheduleValues } from '#app/features/imports/schedules/schedules.server.ts'
import { sourceText } from '#app/features/runs/run-texts.ts'
import { columnText, problemText } from '#app/platform/edit/column-text.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { withColon } from '#app/platform/i18n/with-colon.ts'
import { Field, SelectField, Toggle } from '#app/ui/admin/fields.tsx'
import { RemoveButton } from '#app/ui/admin/remove-button.tsx'
import { AdminRow, CELL } from '#app/ui/admin/table.tsx'
import type { Editor } from '#app/ui/admin/use-editor.ts'
import { Relative } from '#app/ui/time.tsx'
import { Spending } from '../sources/quota.tsx'
import type { FeedChoices } from './feed-choices.server.ts'
import { IntervalField } from './interval-field.tsx'
import { LeagueField } from './league-field.tsx'
import { MarketChoices } from './market-choices.tsx'

const HOURLY = '0 * * * *'
const COLUMNS = 4
/** The fields that are folded. */
const DETAILS = [
  'time_zone',
  'sports',
  'markets',
  'event_markets',
  'horizon_hours',
  'credits_a_day',
  'counted_minutes',
  'in_play',
] as const

interface Props {
  row: ScheduleValues
  editor: Editor<ScheduleValues>
  choices: FeedChoices
  /** Its state; a new schedule has none. */
  health: HealthView | undefined
}

/** A schedule in one row, and its details in a second one that a button opens. */
export function ScheduleRow({ row, editor, choices, health }: Props) {
  const { t, i18n } = useTranslation('admin')
  const [isOpened, setOpened] = useState(editor.isNew(row.id))
  const id = useId()
  const name = scheduleText(t, { source: row.feed, name: row.name })
  const problem = (column: keyof ScheduleValues) => problemText(t, editor.problemOf(row.id, column))
  // A refused field is never hidden.
  const isOpen = isOpened || DETAILS.some((column) => problem(column) !== undefined)
  return (
    <>
      <AdminRow changed={editor.isChanged(row.id)}>
        <td className={CELL}>
          <div className="flex items-center gap-3">
            <Toggle
              label={t('schedules.active', { name })}
              labelHidden
              on={row.is_active}
              changed={editor.isChanged(row.id, 'is_active')}
              onToggle={(is_active) => editor.set(row.id, { is_active })}
            />
            <div className="min-w-0 grow">
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
              <Imported row={row} choices={choices} />
            </div>
          </div>
        </td>
        <td className={CELL}>
          <div className="flex gap-2 max-md:flex-wrap">
            <SelectField
              label={t('schedules.when-of', { name })}
              labelHidden
              className="min-w-32 grow md:min-w-36"
              value={row.cron === null ? 'minutes' : 'cron'}
              options={[
                { value: 'minutes', text: t('schedules.every-minutes') },
                { value: 'cron', text: t('schedules.cron') },
              ]}
              onValue={(mode) =>
                editor.set(
                  row.id,
                  mode === 'cron' ? { cron: HOURLY, every_minutes: null } : { cron: null, every_minutes: 60 },
                )
              }
            />
            <IntervalField row={row} editor={editor} name={name} />
          </div>
        </td>
        <td className={`${CELL} text-muted`}>
          {row.last_run_at ? <Relative at={row.last_run_at} /> : t('schedules.never')}
          {health?.lastSuccessAt && (
            <span className="block text-xs">
              {withColon(t('sources.last-success'), i18n.language)} <Relative at={health.lastSuccessAt} />
            </span>
          )}
          {health && <Spending {...health} />}
        </td>
        <td className={CELL}>
          <div className="flex items-center">
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={id}
              aria-label={t('bookmakers.details-of', { name })}
              className="button-quiet min-h-10 gap-2 px-3 text-sm"
              onClick={() => setOpened(!isOpen)}
            >
              {t('bookmakers.details')}
              <ChevronDown aria-hidden="true" className={`size-4 ${isOpen ? 'rotate-180' : ''}`} />
            </button>
            <HistoryButton entity="import_schedules" id={row.id} name={name} />
            {row.source !== row.feed && <RemoveButton name={name} onRemove={() => editor.remove(row.id)} />}
          </div>
        </td>
      </AdminRow>
      <tr id={id} hidden={!isOpen} className="border-b border-line bg-ground">
        <td colSpan={COLUMNS} className="p-3">
          <Details row={row} editor={editor} choices={choices} name={name} isOpen={isOpen} />
        </td>
      </tr>
    </>
  )
}

/** What a schedule imports, in a line. */
function Imported({ row, choices: { competitions } }: Pick<Props, 'row' | 'choices'>) {
  const { t } = useTranslation('admin')
  if (!competitions) return null
  return (
    <span className="line-clamp-1 max-w-72 text-xs text-muted">
      {row.sports ? <bdi dir="ltr">{row.sports}</bdi> : t(competitions.everything)}
    </span>
  )
}

function Details({
  row,
  editor,
  choices: { competitions, markets, hasCredits },
  name,
  isOpen,
}: Omit<Props, 'health'> & { name: string; isOpen: boolean }) {
  const { t } = useTranslation('admin')
  const fieldOf = (column: string) => t('field.of', { field: columnText(t, column), name })
  const stateOf = (column: (typeof DETAILS)[number]) => ({
    changed: editor.isChanged(row.id, column),
    problem: problemText(t, editor.problemOf(row.id, column)),
  })
  const numberField = (column: 'counted_minutes' | 'horizon_hours' | 'credits_a_day') => ({
    ...{ label: columnText(t, column), of: fieldOf(column), value: row[column] },
    ...stateOf(column),
    onNumber: (number: number | null) => editor.set(row.id, { [column]: number }),
  })
  return (
    <div className="grid items-start gap-x-6 gap-y-3 md:grid-cols-2 xl:grid-cols-3">
      {competitions && (
        <LeagueField
          source={row.feed}
          isShown={isOpen}
          label={columnText(t, 'sports')}
          of={fieldOf('sports')}
          hint={t('schedules.sports-hint', {
            // Keys stay in their order in Arabic.
            example: `\u2066${competitions.example}\u2069`,
            everything: t(competitions.everything),
          })}
          value={row.sports}
          {...stateOf('sports')}
          onValue={(sports) => editor.set(row.id, { sports })}
        />
      )}
      {(markets.list.length > 0 || hasCredits) && (
        <div className="flex flex-col gap-3">
          {markets.list.length > 0 && (
            <MarketChoices
              label={columnText(t, 'markets')}
              name={name}
              hint={t(markets.event.length > 0 ? 'schedules.markets-hint' : 'schedules.requests-hint')}
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
              <NumberField {...numberField('horizon_hours')} placeholder="24" />
            </>
          )}
          {hasCredits && (
            <NumberField {...numberField('credits_a_day')} placeholder={t('schedules.credits-hint')} />
          )}
        </div>
      )}
      <div className="flex flex-col gap-3">
        {row.carriesPrices && (
          <>
            <NumberField {...numberField('counted_minutes')} placeholder={t('schedules.counted-hint')} />
            <Toggle
              label={t('schedules.in-play-of', { name })}
              on={row.in_play}
              changed={editor.isChanged(row.id, 'in_play')}
              onToggle={(in_play) => editor.set(row.id, { in_play })}
            />
          </>
        )}
        <Field
          label={t('column.time-zone')}
          aria-label={t('field.of', { field: t('column.time-zone'), name })}
          dir="ltr"
          value={row.time_zone}
          {...stateOf('time_zone')}
          onValue={(time_zone) => editor.set(row.id, { time_zone })}
        />
      </div>
    </div>
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
