import { writeClicked } from '#app/features/affiliates/clicked-price.ts'
import { matchOutboundLink, priceHref } from '#app/features/affiliates/outbound-link.ts'
import type { AffiliateButton, ClickPage } from '#app/features/affiliates/schema.ts'
import { MatchAgeText, ResultText } from '#app/features/matches/components/result-text.tsx'
import { type MatchState, matchState, nextChangeAt, shownScore } from '#app/features/matches/match-state.ts'
import type { MatchSummary } from '#app/features/matches/schema.ts'
import { headlineAt, headlineBookmakers, headlinePayout, NO_HEADLINE } from '#app/features/odds/headline.ts'
import type { ListedMarket, ShownInList } from '#app/features/odds/list-market.ts'
import { definitionOf } from '#app/features/odds/markets.ts'
import type { Outcome } from '#app/features/odds/rules.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { withColon } from '#app/platform/i18n/with-colon.ts'
import { formatCount, formatPercent } from '#app/platform/numbers.ts'
import { matchPath } from '#app/platform/paths.ts'
import { useNow, useZone } from '#app/ui/clock.tsx'
import { Kept } from './kept.tsx'
import { useMarketWords } from './market-words.ts'
import { Price } from './price.tsx'
import { RowNotes, rowPrice, usePriceAge } from './row-note.tsx'
import { Team } from './team.tsx'
import { WayOutLink } from './way-out.tsx'
import { When } from './when.tsx'

interface MatchRowProps {
  match: MatchSummary
  buttons: AffiliateButton[]
  withDraw: boolean
  /** The page that contains the row. */
  place: ClickPage
  /** Replaces the result. */
  listed?: ListedMarkets | null
}

/** The main lines of matches of a list, by their ids. */
export interface ListedMarkets {
  type: ShownInList
  byMatch: ReadonlyMap<string, ListedMarket>
}

/**
 * A match of a list, with the same markup at every width: time and teams (a link to its page), the best price of each
 * outcome, the payout, the number of bookmakers, and the outbound link. Once the match is over, its result replaces the prices.
 */
export function MatchRow({ match, buttons, withDraw, place, listed = null }: MatchRowProps) {
  const now = useNow()
  const state = matchState(match, now, useZone())
  const headline = headlineAt(match.headline, now)
  const isCurrent = headline === match.headline
  const age = usePriceAge(headline)
  const score = shownScore(match, now)
  const inputs = { match, buttons, withDraw, place, listed, state, isCurrent, age }
  const row = <RowParts {...inputs} goals={score?.home} otherGoals={score?.away} />
  if (!listed && (state === 'upcoming' || state === 'today'))
    return (
      <Kept as="li" className="match">
        {row}
      </Kept>
    )
  const turns = state === 'live' ? nextChangeAt(match, now) : null
  return (
    <li
      className="match"
      data-turns={turns ? Math.ceil(turns.getTime() / 1_000) : undefined}
      data-market={listed?.byMatch.get(match.id)?.id}
    >
      {row}
    </li>
  )
}

interface RowPartsProps extends Required<MatchRowProps> {
  state: MatchState
  /** Whether the headline of the match still holds. */
  isCurrent: boolean
  /** How long ago the oldest price was confirmed, if that is to be shown. */
  age: string | null
  goals: number | undefined
  otherGoals: number | undefined
}

/** The contents of a row. Before the match, nothing in it reads the clock. */
function RowParts(props: RowPartsProps) {
  const { match, place, state, goals, otherGoals } = props
  const { t, i18n } = useTranslation('matches')
  return (
    <>
      <a className="fixture" href={matchPath(i18n.language, match)}>
        <i>{withColon(t('details'), i18n.language)} </i>
        <When match={match} state={state} withDate={place !== 'league' || state === 'past'} />
        <Team name={match.home} badge={match.homeBadge} score={goals} />
        <Team name={match.away} badge={match.awayBadge} score={otherGoals} />
      </a>
      {state === 'past' || state === 'cancelled' ? (
        <span className="result">
          {state === 'cancelled' ? t('cancelled') : goals === undefined && <ResultText match={match} />}{' '}
          <MatchAgeText match={match} />
        </span>
      ) : (
        <Prices {...props} />
      )}
    </>
  )
}

function Prices({ match, buttons, withDraw, place, state, listed, isCurrent, age }: RowPartsProps) {
  const { t, i18n } = useTranslation('matches')
  const headline = isCurrent ? match.headline : { ...NO_HEADLINE, withDraw: match.headline.withDraw }
  const click = { page: place, lang: i18n.language }
  const closed = state === 'live'
  const way = closed ? null : matchOutboundLink(match, buttons, headlineBookmakers(headline), click)
  const paid = headlinePayout(headline)
  if (listed) return <LinePrices {...{ match, buttons, place, closed }} listed={listed} />
  const outcomes: Outcome[] = withDraw ? ['home', 'draw', 'away'] : ['home', 'away']
  return (
    <>
      {outcomes.map((outcome) => (
        <Price
          key={outcome}
          label={t(`outcome.${outcome}`)}
          price={rowPrice(match, headline, outcome)}
          href={priceHref(match, buttons, headline[outcome]?.bookmakerId ?? null, {
            ...click,
            clicked: outcome,
          })}
          closed={closed}
        />
      ))}
      <span className="paid">{paid !== null && formatPercent(paid, i18n.language)}</span>
      <span className="books">
        {headline.bookmakerCount > 0 && (
          <>
            <i>{withColon(t('books'), i18n.language)} </i>
            {formatCount(headline.bookmakerCount, i18n.language)}
          </>
        )}
      </span>
      <span className="ways">
        <RowNotes headline={headline} sport={match.sport} closing={match.closing} age={age} />
        {way && <WayOutLink way={way} />}
      </span>
    </>
  )
}

/** The best prices of a match's main line, each with its line, because lines differ between rows. */
function LinePrices(props: {
  match: MatchSummary
  buttons: AffiliateButton[]
  place: ClickPage
  closed: boolean
  listed: ListedMarkets
}) {
  const { match, buttons, place, closed, listed } = props
  const { t, i18n } = useTranslation('matches')
  const words = useMarketWords(match)
  const found = listed.byMatch.get(match.id)
  const market = {
    type: listed.type,
    period: 'full_time',
    line: found?.line ?? null,
    participant: null,
  } as const
  const { outcomes } = definitionOf(market.type)
  const names = outcomes === 'participants' ? [] : outcomes
  return (
    <>
      {names.map((outcome, index) => {
        const best = found?.best[index] ?? null
        const sign = words.outcomeSign(market, outcome)
        return (
          <Price
            key={outcome}
            label={
              listed.type === 'handicap'
                ? words.outcomeName(market, outcome)
                : [words.outcomeName(market, outcome), words.lineName(market)].filter(Boolean).join(' ')
            }
            sign={
              found &&
              (sign.includes(' ') ? sign.slice(sign.indexOf(' ') + 1) : (words.lineName(market) ?? ''))
            }
            price={best}
            href={priceHref(match, buttons, best?.bookmakerId ?? null, {
              ...{ page: place, lang: i18n.language },
              // The price of an outcome is the best one: its list is that of the outcome.
              ...(found && { clicked: writeClicked({ id: found.id, outcomes: names }, outcome, outcome) }),
            })}
            closed={closed}
          />
        )
      })}
      <span className="paid">{found?.sum && formatPercent(1 / found.sum, i18n.language)}</span>
      <span className="books" />
      <span className="ways">
        {found?.best.some((best) => best?.typed) && <small className="note">{t('typed-some')}</small>}
      </span>
    </>
  )
}
