import { ChevronRight } from 'lucide-react'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatPercent } from '#app/platform/numbers.ts'
import { leaguePath, matchPath } from '#app/platform/paths.ts'
import { Flag } from '#app/ui/flag.tsx'
import { Link } from '#app/ui/link.tsx'
import { Name } from '#app/ui/name.tsx'
import { AffiliateLink } from '../../affiliates/components/affiliate-link.tsx'
import { wayOut } from '../../affiliates/rules.ts'
import type { AffiliateButton, ClickPage } from '../../affiliates/schema.ts'
import { PriceCell, type PriceTarget } from '../../odds/components/price-cell.tsx'
import { headlinePayout } from '../../odds/headline.ts'
import type { Outcome } from '../../odds/rules.ts'
import type { MatchState } from '../rules.ts'
import type { MatchSummary } from '../schema.ts'
import { MatchTime } from './match-time.tsx'
import { MatchAgeText, ResultText } from './result-text.tsx'
import { Teams } from './teams.tsx'

interface MatchRowProps {
  match: MatchSummary
  state: MatchState
  buttons: AffiliateButton[]
  withDraw: boolean
  withCompetition: boolean
  /** The page on which the row stands. */
  place: ClickPage
}

/** A match in a table: its best prices, and in their place its result and age once it is over (notes A3). */
export function MatchRow({ match, state, buttons, withDraw, withCompetition, place }: MatchRowProps) {
  const { t, i18n } = useTranslation('matches')
  const { headline } = match
  const paid = headlinePayout(headline)
  const isOver = state === 'past'
  const page = matchPath(i18n.language, match)
  const click = { page: place, lang: i18n.language }
  const out = wayOut(match, buttons, null, click)
  const targetOf = (outcome: Outcome): PriceTarget => {
    const way = wayOut(match, buttons, headline[outcome]?.bookmaker ?? null, { ...click, outcome })
    return way ? { out: way.href } : { to: page }
  }
  return (
    <tr className="border-t border-line">
      <td className="py-2 align-middle">
        <MatchTime match={match} state={state} />
      </td>
      <th scope="row" className="min-w-0 py-2 pe-2 text-start font-normal @2xl:pe-4">
        <Link to={page} className="block min-w-0 text-heading hover:text-link-hover">
          <Teams
            home={{ name: match.home, badge: match.homeBadge, score: match.homeScore }}
            away={{ name: match.away, badge: match.awayBadge, score: match.awayScore }}
          />
        </Link>
        <p
          className={`mt-1 flex items-center gap-2 text-xs text-muted ${withCompetition ? '@4xl:hidden' : '@2xl:hidden'}`}
        >
          {withCompetition && <Name lines={2}>{match.league.name}</Name>}
          {withCompetition && headline.bookmakerCount > 0 && (
            <span aria-hidden="true" className="@max-2xl:hidden">
              ·
            </span>
          )}
          {headline.bookmakerCount > 0 && (
            <span className="min-w-0 truncate @max-2xl:hidden">
              {t('best-of', { count: headline.bookmakerCount })}
            </span>
          )}
        </p>
      </th>
      {withCompetition && (
        <td className="pe-4 @max-4xl:hidden">
          <Link
            to={leaguePath(i18n.language, match.sport.slug, match.country.slug, match.league.slug)}
            className="flex items-center gap-2 text-body hover:text-link-hover"
          >
            <Flag code={match.country.code} />
            <Name lines={2}>{match.league.name}</Name>
          </Link>
          <BestOf count={headline.bookmakerCount} />
        </td>
      )}
      {isOver ? (
        <td colSpan={withDraw ? 3 : 2} className="p-1 text-center">
          <ResultText match={match} /> <MatchAgeText match={match} />
        </td>
      ) : (
        <>
          <td className="px-px py-0.5 @2xl:p-1">
            <PriceCell outcome="home" price={headline.home} target={targetOf('home')} />
          </td>
          {withDraw && (
            <td className="px-px py-0.5 @2xl:p-1">
              <PriceCell outcome="draw" price={headline.draw} target={targetOf('draw')} />
            </td>
          )}
          <td className="px-px py-0.5 @2xl:p-1">
            <PriceCell outcome="away" price={headline.away} target={targetOf('away')} />
          </td>
        </>
      )}
      <td className="text-end text-muted tabular-nums @max-2xl:hidden">
        {!isOver && (
          <>
            <span className="block">
              <bdi>{paid === null ? '–' : formatPercent(paid, i18n.language)}</bdi>
            </span>
            {!withCompetition && <BestOf count={headline.bookmakerCount} />}
          </>
        )}
      </td>
      {buttons.length > 0 && (
        <td className="ps-4 text-end @max-4xl:hidden">{out && !isOver && <AffiliateLink way={out} />}</td>
      )}
      <td className="text-end @max-2xl:hidden">
        <Link
          to={page}
          aria-label={`${t('details')}: ${match.home} – ${match.away}`}
          title={t('details')}
          className="inline-flex size-11 items-center justify-center rounded-lg text-icon hover:bg-card-hover"
        >
          <ChevronRight aria-hidden="true" className="size-5 rtl:-scale-x-100" />
        </Link>
      </td>
    </tr>
  )
}

/** Over how many bookmakers the prices are the best. */
function BestOf({ count }: { count: number }) {
  const { t } = useTranslation('matches')
  return count > 0 && <span className="block truncate text-xs text-muted">{t('best-of', { count })}</span>
}
