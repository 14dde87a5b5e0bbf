import type { MatchSummary } from '#app/features/matches/schema.ts'
import { useOdds } from '#app/features/odds/components/odds.tsx'
import { type Board, shownBest } from '#app/features/odds/market-board.ts'
import { quotedDecimal, shownNet } from '#app/features/odds/shown-price.ts'
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
  const { kind, match, board } = data
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
      {match.status !== 'cancelled' &&
        (kind === 'grid' ? <Grid match={match} board={board} /> : <Best match={match} board={board} />)}
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
  match: MatchSummary
  board: Board | null
}

function Grid({ match, board }: OfMatch) {
  const { t } = useTranslation('matches')
  const odds = useOdds()
  const words = useMarketWords(match)
  const rows = board?.rows.filter(({ leftOut }) => leftOut === null) ?? []
  if (!board || rows.length === 0) return <Nothing />
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

function Best({ match, board }: OfMatch) {
  const odds = useOdds()
  const words = useMarketWords(match)
  if (!board || board.best.every((one) => one === null)) return <Nothing />
  return (
    <ul>
      {board.market.outcomes.map((outcome, index) => {
        const one = board.best[index]
        return (
          <li key={outcome}>
            <span>{words.outcomeName(board.market, outcome)}</span>
            {one && (
              <>
                <small>
                  <bdi>{one.row.quote.bookmaker.name}</bdi>
                </small>
                <span className="prices">
                  <b dir="ltr" {...odds(shownBest(one))} />
                </span>
              </>
            )}
          </li>
        )
      })}
    </ul>
  )
}
