import type { CSSProperties } from 'react'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { useZone } from '#app/ui/clock.tsx'
import { Instant } from '#app/ui/time.tsx'
import type { AffiliateButton } from '../../affiliates/schema.ts'
import { groupByDay } from '../groups.ts'
import type { MatchSummary } from '../schema.ts'
import { MatchTable } from './match-table.tsx'

/** Matches by the visitor's calendar day, each day under its weekday and date. */
export function DayGroups({ matches, buttons }: { matches: MatchSummary[]; buttons: AffiliateButton[] }) {
  const { t } = useTranslation('matches')
  const days = groupByDay(matches, useZone())
  return (
    <div className="flex flex-col gap-6">
      {days.map(({ day, matches: ofDay }) => (
        <section
          key={day}
          className="deferred rounded-lg border border-line bg-container p-3 md:p-4"
          style={{ '--rows': ofDay.length } as CSSProperties}
        >
          <h3 className="mb-3 text-sm font-semibold text-heading">
            <Instant at={ofDay[0]?.startTime ?? day} style="dayHeading" />
          </h3>
          <MatchTable caption={t('upcoming')} matches={ofDay} buttons={buttons} place="league" />
        </section>
      ))}
    </div>
  )
}
