import type { MatchSummary } from '#app/features/matches/schema.ts'
import { useOdds } from '#app/features/odds/components/odds.tsx'
import { shownBest } from '#app/features/odds/market-board.ts'
import { quotedDecimal, type ShownPrice, shownNet } from '#app/features/odds/shown-price.ts'
import { LEAST_RESULTS } from '#app/features/statistics/standings.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatCount, formatPercent, formatSigned } from '#app/platform/numbers.ts'
import { leaguePartPath, matchPath } from '#app/platform/paths.ts'
import type { WidgetData } from '../base/widget-data.server.ts'
import { useMarketWords } from '../parts/market-words.ts'
import { Moment } from '../parts/moment.tsx'

/** What a widget shows. Its links lead to the pages of the site, in a tab of their own by the document's `base`. */
export function Widget({ data, lang }: { data: WidgetData; lang: string }) {
  const { t } = useTranslation('matches')
  if (data.kind === 'matches') return <Matches matches={data.matches} lang={lang} />
  if (data.kind === 'standings') return <Table of={data} lang={lang} />
  const { kind, match } = data
  return (
    <>
      <h1>
        <a href={matchPath(lang, match)}>
          <bdi>{match.home}</bdi> – <bdi>{match.away}</bdi>
        </a>
      </h1>
      <p>
        {match.status === 'cancelled' && <strong>{t('cancelled')} </strong>}
        <Moment at={match.startTime} style="dateTime" />
      </p>
      {match.status !== 'cancelled' && (kind === 'grid' ? <Grid of={data} /> : <Best of={data} />)}
    </>
  )
}

function Nothing() {
  const { t } = useTranslation('matches')
  return <p>{t('no-price')}</p>
}

function Matches({ matches, lang }: { matches: MatchSummary[]; lang: string }) {
  const { t } = useTranslation(['matches', 'leagues'])
  const odds = useOdds()
  const [first] = matches
  if (!first) return <p>{t('no-upcoming-matches', { ns: 'leagues' })}</p>
  return (
    <>
      <h1>
        <bdi>{first.league.name}</bdi>
      </h1>
      <ul>
        {matches.map((match) => {
          const { home, draw, away } = match.headline
          return (
            <li key={match.id}>
              <a href={matchPath(lang, match)}>
                <bdi>{match.home}</bdi> – <bdi>{match.away}</bdi>
              </a>
              <small>
                <Moment at={match.startTime} style="dateTime" />
              </small>
              {home && away ? (
                <span className="prices">
                  {[home, draw, away].map(
                    (one, index) =>
                      one && (
                        // biome-ignore lint/suspicious/noArrayIndexKey: the outcomes have a fixed order
                        <b dir="ltr" key={index} {...odds(one.shown ?? quotedDecimal(one.price))} />
                      ),
                  )}
                </span>
              ) : (
                <span className="prices">{t('no-price')}</span>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}

function Table({
  of: { league, rule, rows },
  lang,
}: {
  of: Extract<WidgetData, { kind: 'standings' }>
  lang: string
}) {
  const { t, i18n } = useTranslation('statistics')
  const place = { sport: { slug: league.sport }, country: { slug: league.country }, league }
  const page = leaguePartPath(lang, place, 'standings')
  return (
    <>
      <h1>
        <a href={page}>{t('standings.title', { league: league.name })}</a>
      </h1>
      {rows.length === 0 ? (
        <p>{rule ? t('standings.none', { least: LEAST_RESULTS }) : t('standings.no-table')}</p>
      ) : (
        <table className="ranks">
          <thead>
            <tr>
              <th scope="col">{t('column.team')}</th>
              <th scope="col">{t('short.played')}</th>
              <th scope="col">+/−</th>
              <th scope="col">{t(rule === 'win-share' ? 'short.win-share' : 'short.points')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.slug}>
                <th scope="row">
                  {formatCount(row.rank, i18n.language)} <bdi>{row.team}</bdi>
                </th>
                <td>{formatCount(row.played, i18n.language)}</td>
                <td>
                  <bdi>{formatSigned(row.scored - row.conceded, i18n.language)}</bdi>
                </td>
                <td>
                  {row.points === null
                    ? formatPercent(row.winShare, i18n.language)
                    : formatCount(row.points, i18n.language)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}

interface OfMatch {
  of: Extract<WidgetData, { kind: 'grid' | 'best' }>
}

/** Without a bookmaker's prices, those that the operator has fixed. */
function Grid({ of }: OfMatch) {
  const { match, board } = of
  const { t } = useTranslation('matches')
  const odds = useOdds()
  const words = useMarketWords(match)
  const rows = board?.rows.filter(({ leftOut }) => leftOut === null) ?? []
  if (!board || rows.length === 0) return <Best of={of} />
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t('bookmaker')}</th>
          {board.market.outcomes.map((outcome) => (
            <th key={outcome} scope="col">
              {words.outcomeSign(board.market, outcome)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ quote, nets, prices, isBest, writing }) => (
          <tr key={quote.bookmaker.id}>
            <th scope="row">
              <bdi>{quote.bookmaker.name}</bdi>
            </th>
            {board.market.outcomes.map((outcome, index) => {
              const [net, price] = [nets[index], prices[index]]
              return (
                <td key={outcome} className={isBest[index] ? 'best' : undefined}>
                  {net ? <b dir="ltr" {...odds(shownNet(net, price, writing, index))} /> : '–'}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Best({ of }: OfMatch) {
  const odds = useOdds()
  const lines = useBest(of)
  if (lines.every(({ price }) => price === null)) return <Nothing />
  return (
    <ul>
      {lines.map(({ outcome, name, by, price }) => (
        <li key={outcome}>
          <span>{name}</span>
          {by && (
            <small>
              <bdi>{by}</bdi>
            </small>
          )}
          {price && (
            <span className="prices">
              <b dir="ltr" {...odds(price)} />
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

interface BestLine {
  outcome: string
  name: string
  /** The name of the bookmaker. */
  by: string | null
  price: ShownPrice | null
}

function useBest({ match, board, fixed }: OfMatch['of']): BestLine[] {
  const { t } = useTranslation('matches')
  const words = useMarketWords(match)
  if (fixed) {
    const outcomes = fixed.withDraw ? (['home', 'draw', 'away'] as const) : (['home', 'away'] as const)
    return outcomes.map((outcome) => ({
      ...{ outcome, name: outcome === 'draw' ? t('outcome.draw') : words.nameOf(outcome), by: null },
      price: fixed[outcome] && quotedDecimal(fixed[outcome].price),
    }))
  }
  if (!board) return []
  return board.market.outcomes.map((outcome, index) => {
    const one = board.best[index] ?? null
    const [by, price] = [one?.row.quote.bookmaker.name ?? null, one && shownBest(one)]
    return { outcome, name: words.outcomeName(board.market, outcome), by, price }
  })
}
