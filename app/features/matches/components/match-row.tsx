import { ChevronRight } from 'lucide-react'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatPercent } from '#app/platform/numbers.ts'
import { leaguePath, matchPath } from '#app/platform/paths.ts'
import { Flag } from '#app/ui/flag.tsx'
import { Link } from '#app/ui/link.tsx'
import { Name } from '#app/ui/name.tsx'
import { AffiliateLink } from '../../affiliates/components/affiliate-link.tsx'
import { matchOutboundLink, priceHref } from '../../affiliates/rules.ts'
import type { AffiliateButton, ClickPage } from '../../affiliates/schema.ts'
import { PriceCell, type PriceTarget } from '../../odds/components/price-cell.tsx'
import { headlineBookmakers, headlinePayout } from '../../odds/headline.ts'
import type { Outcome } from '../../odds/rules.ts'
import type { MatchState } from '../match-state.ts'
import type { MatchSummary } from '../schema.ts'
import { HeadlineNote } from './headline-note.tsx'
import { MatchTime } from './match-time.tsx'
import { MatchAgeText, ResultText } from './result-text.tsx'
import { Teams } from './teams.tsx'
import type { ShownHeadline } from './use-headlines.ts'

interface MatchRowProps {
  match: MatchSummary
  headline: ShownHeadline
  state: MatchState
  buttons: AffiliateButton[]
  withDraw: boolean
  withCompetition: boolean
  /** The page on which the row stands. */
  place: ClickPage
}

/** A match in a table: its best prices, and in their place its result and age once it is over. */
export function MatchRow(props: MatchRowProps) {
  const { match, headline, state, buttons, withDraw, withCompetition, place } = props
  const { t, i18n } = useTranslation('matches')
  const paid = headlinePayout(headline)
  const isOver = state === 'past'
  const page = matchPath(i18n.language, match)
  const click = { page: place, lang: i18n.language }
  const way = isOver ? null : matchOutboundLink(match, buttons, headlineBookmakers(headline), click)
  const details = `${t('details')}: ${match.home} – ${match.away}`
  const targetOf = (outcome: Outcome): PriceTarget => {
    const href = priceHref(match, buttons, headline[outcome]?.bookmakerId ?? null, { ...click, outcome })
    return href === null ? null : { out: href }
  }
  return (
    <tr className="border-t border-line">
      <td className="row-cell">
        <MatchTime match={match} state={state} />
      </td>
      <th scope="row" className="row-cell row-head">
        <Link
          to={page}
          className="flex min-h-11 min-w-0 flex-col justify-center text-heading hover:text-link-hover"
        >
          <Teams
            home={{ name: match.home, badge: match.homeBadge, score: match.homeScore }}
            away={{ name: match.away, badge: match.awayBadge, score: match.awayScore }}
          />
        </Link>
        <div className={`row-line ${withCompetition ? '' : 'flex-wrap'}`}>
          {withCompetition && <Name>{match.league.name}</Name>}
          {!isOver && (
            <span className={`min-w-0 ${withCompetition ? '@max-2xl:hidden' : ''}`}>
              <HeadlineNote headline={headline} />
            </span>
          )}
          <span className="ms-auto flex shrink-0 items-center gap-1">
            {way && <AffiliateLink way={way} size="small" />}
            <Link to={page} aria-label={details} title={t('details')} className="row-details">
              <ChevronRight aria-hidden="true" className="size-5 rtl:-scale-x-100" />
            </Link>
          </span>
        </div>
      </th>
      {withCompetition && (
        <td className="pe-2 @max-4xl:hidden">
          <Link
            to={leaguePath(i18n.language, match.sport.slug, match.country.slug, match.league.slug)}
            className="flex items-center gap-2 text-body hover:text-link-hover"
          >
            <Flag code={match.country.code} />
            <Name lines={2}>{match.league.name}</Name>
          </Link>
          {!isOver && <HeadlineNote headline={headline} />}
        </td>
      )}
      {isOver ? (
        <td colSpan={withDraw ? 3 : 2} className="row-cell px-1 text-center">
          <ResultText match={match} /> <MatchAgeText match={match} />
        </td>
      ) : (
        <>
          <td className="row-cell px-px @2xl:px-1">
            <PriceCell outcome="home" price={headline.home} target={targetOf('home')} />
          </td>
          {withDraw && (
            <td className="row-cell px-px @2xl:px-1">
              <PriceCell outcome="draw" price={headline.draw} target={targetOf('draw')} />
            </td>
          )}
          <td className="row-cell px-px @2xl:px-1">
            <PriceCell outcome="away" price={headline.away} target={targetOf('away')} />
          </td>
        </>
      )}
      <td className="row-cell text-end text-muted tabular-nums @max-2xl:hidden @max-4xl:pt-4">
        {!isOver && (
          <>
            <span className="block">
              <bdi>{paid === null ? '–' : formatPercent(paid, i18n.language)}</bdi>
            </span>
            {!withCompetition && (
              <span className="@max-4xl:hidden">
                <HeadlineNote headline={headline} />
              </span>
            )}
          </>
        )}
      </td>
      {buttons.length > 0 && (
        <td className="py-0.5 ps-2 @max-4xl:hidden">
          <span className="flex justify-end">{way && <AffiliateLink way={way} size="cell" />}</span>
        </td>
      )}
      <td className="text-end @max-4xl:hidden">
        <Link to={page} aria-label={details} title={t('details')} className="row-details size-11">
          <ChevronRight aria-hidden="true" className="size-5 rtl:-scale-x-100" />
        </Link>
      </td>
    </tr>
  )
}
