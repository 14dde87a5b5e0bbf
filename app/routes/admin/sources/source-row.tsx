import { OctagonAlert, Pause, Play, RefreshCw } from 'lucide-react'
import { Link } from 'react-router'
import { scheduleText } from '#app/features/alerts/texts.ts'
import type { GrowingOld } from '#app/features/feed-health/growing-old.server.ts'
import { isTroubled, type TroubledState } from '#app/features/feed-health/state.ts'
import type { HealthView } from '#app/features/feed-health/view.server.ts'
import type { ScheduleValues } from '#app/features/imports/schedules/schedules.server.ts'
import { sourceText } from '#app/features/runs/run-texts.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { withColon } from '#app/platform/i18n/with-colon.ts'
import { formatCount, formatList } from '#app/platform/numbers.ts'
import { MINUTE_MS } from '#app/platform/time.ts'
import { IconButton } from '#app/ui/admin/icon-button.tsx'
import { Changing, useRights } from '#app/ui/admin/rights.tsx'
import { AdminRow, CELL } from '#app/ui/admin/table.tsx'
import type { Editor } from '#app/ui/admin/use-editor.ts'
import { useNow } from '#app/ui/clock.tsx'
import { Relative } from '#app/ui/time.tsx'
import { IntervalField } from '../schedules/interval-field.tsx'
import { OutsideText } from './outside-text.tsx'
import { Quota, Spending } from './quota.tsx'
import { isDanger, StateMark, shownState } from './state.tsx'
import { TroubleText } from './trouble-text.tsx'
import { TurnBars } from './turn-bars.tsx'

const COLUMNS = 10
const NUMBER = `${CELL} tabular-nums md:text-end`

/** On narrow screens, where each cell is a line, one that says nothing is left out. */
const hideIf = (isEmpty: boolean) => (isEmpty ? 'max-md:hidden!' : '')

interface Props {
  one: HealthView
  row: ScheduleValues
  editor: Editor<ScheduleValues>
  growingOld: GrowingOld | undefined
  /** The environment variable that sets the key of its source. */
  fixedKey: string | undefined
  isRunning: boolean
  /** Whether the table has the column of the last runs. */
  hasTurns: boolean
  onRun: (name: string) => void
}

/** A schedule with its source's state and its controls; one in trouble has a second row with the reason. */
export function SourceRow({ one, row, editor, growingOld, fixedKey, isRunning, hasTurns, onRun }: Props) {
  const { t, i18n } = useTranslation('admin')
  const rights = useRights()
  const count = (number: number | null) => (number === null ? '–' : formatCount(number, i18n.language))
  const name = scheduleText(t, one)
  const state = shownState(one)
  const tint = isDanger(state) ? 'bg-danger/5' : ''
  const line = 'border-b border-line'
  return (
    <>
      <AdminRow
        changed={editor.isChanged(row.id)}
        className={isTroubled(one.state) ? tint : `${line} last:border-b-0 hover:bg-card-hover`}
      >
        <th scope="row" className={`${CELL} text-start font-normal`}>
          <Link
            to={`/admin/sources/${one.feed}`}
            className="font-semibold text-heading underline-offset-4 hover:underline"
          >
            {name}
          </Link>
          <span className="block text-xs text-muted first-letter:uppercase">
            <Brought one={one} />
          </span>
        </th>
        <td className={CELL}>
          <StateMark state={state} />
        </td>
        {hasTurns && (
          <td className={`${CELL} ${hideIf(one.turns.length === 0)}`}>
            <TurnBars turns={one.turns} />
          </td>
        )}
        <td className={CELL}>
          {one.lastRunAt ? <Relative at={one.lastRunAt} /> : t('schedules.never')}
          <span className="block text-xs text-muted">
            {isRunning ? t('runs.status.running') : <Next at={one.nextTurnAt} />}
          </span>
          {one.newestPriceAt && (
            <span className="block text-xs text-muted">
              {withColon(t('sources.newest'), i18n.language)} <Relative at={one.newestPriceAt} />
            </span>
          )}
        </td>
        <td className={CELL}>
          <div className="flex md:justify-end md:text-end md:[&_input]:text-end">
            <IntervalField row={row} editor={editor} name={name} />
          </div>
        </td>
        <td className={`${NUMBER} ${hideIf(one.items === null)}`}>
          {count(one.items)}
          {one.usual && one.usual.items !== one.items && (
            <span className="block text-xs whitespace-nowrap text-muted">
              {t('sources.usual', { number: count(one.usual.items) })}
            </span>
          )}
        </td>
        <td className={`${NUMBER} ${hideIf(one.stored === null)}`}>{count(one.stored)}</td>
        <td className={`${NUMBER} ${hideIf(one.rejected === 0)}`}>
          {one.rejected > 0 ? (
            <Link to={`/admin/sources/${one.feed}#rejected`} className="underline">
              {count(one.rejected)}
            </Link>
          ) : (
            count(0)
          )}
        </td>
        <td className={`${CELL} tabular-nums ${hideIf(!one.quota && !one.credits)}`}>
          {one.quota ? <Quota quota={one.quota} /> : '–'}
          <Spending credits={one.credits} quota={null} />
        </td>
        <td className={CELL}>
          <div className="flex md:justify-end">
            {rights.may('imports.change') && (
              <IconButton label={t('schedules.run-of', { name })} onClick={() => onRun(name)}>
                <RefreshCw aria-hidden="true" className="size-4" />
              </IconButton>
            )}
            <Changing>
              <IconButton
                label={t(row.is_active ? 'schedules.pause-of' : 'schedules.resume-of', { name })}
                onClick={() => editor.set(row.id, { is_active: !row.is_active })}
              >
                {row.is_active ? (
                  <Pause aria-hidden="true" className="size-4" />
                ) : (
                  <Play aria-hidden="true" className="size-4" />
                )}
              </IconButton>
            </Changing>
          </div>
        </td>
      </AdminRow>
      {isTroubled(one.state) && (
        <tr className={`${line} last:border-b-0 ${tint}`}>
          <td colSpan={hasTurns ? COLUMNS : COLUMNS - 1} className="px-2 pb-2">
            <Trouble one={one} kind={one.state} growingOld={growingOld} fixedKey={fixedKey} />
          </td>
        </tr>
      )}
    </>
  )
}

/** What a source brings, or who imports it in place of its schedule. */
function Brought({ one }: Pick<Props, 'one'>) {
  const { t, i18n } = useTranslation('admin')
  if (one.outside) return <OutsideText outside={one.outside} />
  if (one.carries.length === 0) return sourceText(t, one.owner)
  return formatList(
    one.carries.map((what) => t(`sources.carried.${what}`)),
    i18n.language,
  )
}

/** When the next run is due, until the minute before. */
function Next({ at }: { at: string | null }) {
  const now = useNow()
  return at !== null && Date.parse(at) - now.getTime() >= MINUTE_MS ? <Relative at={at} /> : null
}

/** Codes of errors that another key can mend. */
const OF_KEYS: ReadonlySet<string | null> = new Set(['http_status', 'not_configured'])

function Trouble({
  one,
  kind,
  growingOld,
  fixedKey,
}: Pick<Props, 'one' | 'growingOld' | 'fixedKey'> & { kind: TroubledState }) {
  const { t } = useTranslation('admin')
  const isOfKey = OF_KEYS.has(one.reason)
  const screen = `/admin/sources/${one.feed}`
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <p className="flex min-w-60 flex-1 gap-2 text-body">
        <OctagonAlert
          aria-hidden="true"
          className={`mt-0.5 size-4 shrink-0 ${isDanger(one.state) ? 'text-danger' : 'text-warning'}`}
        />
        <span>
          <TroubleText one={one} kind={kind} growingOld={growingOld} />{' '}
          {isOfKey && fixedKey && t('sources.fixed-key', { name: `\u2066${fixedKey}\u2069` })}
        </span>
      </p>
      {isOfKey && !fixedKey && (
        <Changing>
          <Link to={`${screen}#settings`} className="button-quiet min-h-10 px-3 text-sm">
            {t('sources.new-key')}
          </Link>
        </Changing>
      )}
      {one.failures > 0 && (
        <Link to={`${screen}#runs`} className="button-quiet min-h-10 px-3 text-sm">
          {t('sources.see-runs', { count: one.failures })}
        </Link>
      )}
    </div>
  )
}
