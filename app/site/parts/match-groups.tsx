import type { AffiliateButton, ClickPage } from '#app/features/affiliates/schema.ts'
import type { MatchSummary } from '#app/features/matches/schema.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { leaguePath } from '#app/platform/paths.ts'
import { Flag } from './flag.tsx'
import { MatchGroup } from './match-group.tsx'
import type { ListedMarkets } from './match-row.tsx'

interface MatchGroupsProps {
  matches: MatchSummary[]
  buttons: AffiliateButton[]
  place: ClickPage
  listed: ListedMarkets | null
}

/** Matches of several leagues, grouped by league, in the order of their first matches. */
export function MatchGroups({ matches, buttons, place, listed }: MatchGroupsProps) {
  const { i18n } = useTranslation()
  const groups = Map.groupBy(matches, ({ league }) => league.id)
  return [...groups].map(([id, ofLeague]) => {
    const { sport, country, league } = ofLeague[0] as MatchSummary
    return (
      <MatchGroup key={id} matches={ofLeague} buttons={buttons} place={place} listed={listed}>
        <h2>
          <a href={leaguePath(i18n.language, sport.slug, country.slug, league.slug)}>
            <Flag code={country.code} />
            <b>
              <bdi>{league.name}</bdi>
            </b>{' '}
            <span>{country.name}</span>
          </a>
        </h2>
      </MatchGroup>
    )
  })
}
