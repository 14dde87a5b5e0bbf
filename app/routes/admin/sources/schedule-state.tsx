import { NO_DETAIL, scheduleText, whyText } from '#app/features/alerts/texts.ts'
import type { GrowingOld } from '#app/features/feed-health/growing-old.server.ts'
import { isTroubled } from '#app/features/feed-health/state.ts'
import type { HealthView } from '#app/features/feed-health/view.server.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { withColon } from '#app/platform/i18n/with-colon.ts'
import { Relative } from '#app/ui/time.tsx'
import { OutsideText } from './outside-text.tsx'
import { Spending } from './quota.tsx'
import { StateMark, shownState } from './state.tsx'
import { TroubleText } from './trouble-text.tsx'
import { TurnBars } from './turn-bars.tsx'

/** How a schedule stands: its last runs, its last success and its last error in words. */
export function ScheduleState({ one, growingOld }: { one: HealthView; growingOld: GrowingOld | undefined }) {
  const { t, i18n } = useTranslation('admin')
  const { lastError } = one
  const why = (reason: string) =>
    whyText({ t: t as never, language: i18n.language }, { kind: 'failing', detail: { ...NO_DETAIL, reason } })
  return (
    <li className="flex flex-col gap-1 border-b border-line pb-3 last:border-b-0 last:pb-0">
      <p className="flex flex-wrap items-center gap-2">
        <span className="text-heading">{scheduleText(t, one)}</span>
        <StateMark state={shownState(one)} />
        <TurnBars turns={one.turns} />
      </p>
      {isTroubled(one.state) && (
        <p className="text-sm">
          <TroubleText one={one} kind={one.state} growingOld={growingOld} />
        </p>
      )}
      {one.outside && (
        <p className="text-xs text-muted">
          <OutsideText outside={one.outside} />
        </p>
      )}
      <p className="text-xs text-muted">
        {withColon(t('sources.last-success'), i18n.language)}{' '}
        {one.lastSuccessAt ? <Relative at={one.lastSuccessAt} /> : t('schedules.never')}
      </p>
      {one.newestPriceAt && (
        <p className="text-xs text-muted">
          {withColon(t('sources.newest'), i18n.language)} <Relative at={one.newestPriceAt} />
        </p>
      )}
      {lastError && one.state !== 'failing' && (
        <p className="text-xs text-muted">
          {withColon(t('sources.last-error'), i18n.language)} <Relative at={lastError.at} /> –{' '}
          {why(lastError.code)}
        </p>
      )}
      <Spending credits={one.credits} quota={null} />
    </li>
  )
}
