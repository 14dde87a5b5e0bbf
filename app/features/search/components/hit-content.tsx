import { searchBadge } from '#app/features/matches/match-state.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { useNow, useZone } from '#app/ui/clock.tsx'
import { Flag } from '#app/ui/flag.tsx'
import { initials } from '#app/ui/initials.ts'
import { Logo } from '#app/ui/logo.tsx'
import { Crest } from '#app/ui/marks.tsx'
import { Name } from '#app/ui/name.tsx'
import { Instant } from '#app/ui/time.tsx'
import { SportIcon } from '../../catalogue/components/sport-icon.tsx'
import type { Hit } from '../rules.ts'
import type { FoundMatch } from '../schema.ts'

/** The content of a result, inside a link or an option of a list. */
export function HitContent({ hit }: { hit: Hit }) {
  switch (hit.kind) {
    case 'sport':
      return (
        <>
          <span className="flex w-6 shrink-0 justify-center text-icon">
            <SportIcon sport={hit.found} />
          </span>
          <Name className="grow text-heading">{hit.found.name}</Name>
        </>
      )
    case 'country':
      return (
        <>
          <FlagCell code={hit.found.code} />
          <Names name={hit.found.name} place={[hit.found.sport.name]} />
        </>
      )
    case 'league':
      return (
        <>
          <Logo src={hit.found.logoUrl} size={24} fallback={initials(hit.found.name)} />
          <Names name={hit.found.name} place={[hit.found.country.name, hit.found.sport.name]} />
          <Flag code={hit.found.country.code} />
        </>
      )
    case 'team':
      return (
        <>
          <span className="flex w-6 shrink-0 justify-center">
            <Crest name={hit.found.name} src={hit.found.badgeUrl} />
          </span>
          <Names name={hit.found.name} place={[hit.found.country.name, hit.found.sport.name]} />
          <Flag code={hit.found.country.code} />
        </>
      )
    case 'match':
      return (
        <>
          <FlagCell code={hit.found.country.code} />
          <Names
            name={`${hit.found.home} – ${hit.found.away}`}
            place={[hit.found.league.name, hit.found.country.name]}
          />
          <Badge match={hit.found} />
        </>
      )
  }
}

function FlagCell({ code }: { code: string }) {
  return (
    <span className="flex w-6 shrink-0 justify-center">
      <Flag code={code} />
    </span>
  )
}

/** A name above its place. */
function Names({ name, place }: { name: string; place: string[] }) {
  return (
    <span className="min-w-0 grow">
      <Name lines={2} className="text-heading">
        {name}
      </Name>
      <span className="flex min-w-0 flex-wrap gap-x-1 text-xs text-muted">
        {place.map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a place never change their order
          <span key={at} className="flex min-w-0 gap-1">
            {at > 0 && <span aria-hidden="true">·</span>}
            <Name lines={2}>{part}</Name>
          </span>
        ))}
      </span>
    </span>
  )
}

const BADGE_LOOK = {
  live: 'text-live',
  today: 'text-scheduled',
  upcoming: 'text-muted',
} as const

/** LIVE, TODAY or UPCOMING by the visitor's clock and calendar, above the kick-off. */
function Badge({ match }: { match: FoundMatch }) {
  const { t } = useTranslation('search')
  const badge = searchBadge(match, useNow(), useZone())
  return (
    <span className="flex shrink-0 flex-col items-end gap-0.5 text-xs whitespace-nowrap">
      <span
        suppressHydrationWarning
        className={`inline-flex items-center gap-1.5 font-semibold ${BADGE_LOOK[badge]}`}
      >
        {badge === 'live' && <span aria-hidden="true" className="live-dot size-2 rounded-full bg-live" />}
        {t(`badge.${badge}`)}
        {badge === 'live' && match.elapsed !== null && <bdi className="tabular-nums">{match.elapsed}′</bdi>}
      </span>
      <span className="text-muted">
        <Instant at={match.startTime} style={badge === 'upcoming' ? 'dateTime' : 'time'} />
      </span>
    </span>
  )
}
