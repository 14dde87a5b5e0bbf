import { MOST_PAGES_OF_ARCHIVE, readListPage } from '#app/features/movements/drops-query.ts'
import { useOdds } from '#app/features/odds/components/odds.tsx'
import { definitionOf, type MarketType } from '#app/features/odds/markets.ts'
import { listClosedOutrights } from '#app/features/outrights/queries.server.ts'
import type { ClosedParticipant } from '#app/features/outrights/schema.ts'
import {
  CLOSING_PARAMETERS,
  type ClosedChoice,
  favouriteRecord,
  readAskedClosing,
} from '#app/features/statistics/closing.ts'
import { readClosedSeason } from '#app/features/statistics/results.server.ts'
import {
  RESULT_MONTHS,
  readSeasonYear,
  type Season,
  seasonName,
  seasonOf,
} from '#app/features/statistics/seasons.ts'
import { readLeagueCalendar } from '#app/features/statistics/standings.server.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatPercent } from '#app/platform/numbers.ts'
import { closingFilePath, leaguePartPath, leaguePath, outrightPath } from '#app/platform/paths.ts'
import { dayOf, formatMonth } from '#app/platform/time.ts'
import { findLeaguePart } from '../base/league-part.server.ts'
import { orNull } from '../base/or-null.server.ts'
import { definePage, type PageRequest } from '../base/page.ts'
import { stayInList, withPages } from '../base/pages-of-list.ts'
import { ClosedTable } from '../parts/closed-table.tsx'
import { Empty } from '../parts/empty.tsx'
import { LeagueHead } from '../parts/league-head.tsx'
import { ListPages } from '../parts/list-head.tsx'
import { useMarketWords } from '../parts/market-words.ts'
import { Moment } from '../parts/moment.tsx'
import { Part } from '../parts/part.tsx'
import { SeasonChips } from '../parts/season-chips.tsx'

const ROWS_OF_PAGE = 100

type Data = Awaited<ReturnType<typeof load>>

async function load({ services, url, lang, params }: PageRequest<'sport' | 'country' | 'league'>) {
  const { place, head } = await findLeaguePart({ services, url, lang, params }, 'results')
  const calendar = await readLeagueCalendar(services, place.league.id)
  const year = readSeasonYear(url.searchParams)
  const season =
    year === null ? (calendar.seasons[0] ?? null) : seasonOf(year, calendar.calendarYear, calendar.zone)
  const asked = readAskedClosing(url.searchParams)
  const outrights =
    (await orNull(
      services,
      'results are shown without outrights',
      listClosedOutrights(services, place.league.id, outrightRange(season, calendar.seasons)),
    )) ?? []
  const page = readListPage(url.searchParams, MOST_PAGES_OF_ARCHIVE)
  if (!season) {
    stayInList(url, { page, last: 1 })
    return {
      place,
      head,
      calendar,
      season,
      outrights,
      closed: null,
      months: [],
      month: null,
      page: 1,
      ofMonth: [],
      last: 0,
    }
  }
  const closed = await readClosedSeason(services, place.league.id, season, asked)
  // With results, the latest first.
  const months = [
    ...new Set(closed.matches.map(({ startTime }) => dayOf(startTime, calendar.zone).slice(0, 7))),
  ]
  const number = RESULT_MONTHS.find((it) => it === url.searchParams.get('month')) ?? null
  const month =
    number === 'all' ? null : (months.find((it) => it.endsWith(`-${number}`)) ?? months[0] ?? null)
  const ofMonth = closed.matches.filter(
    ({ startTime }) => month === null || dayOf(startTime, calendar.zone).startsWith(month),
  )
  const last = Math.min(Math.ceil(ofMonth.length / ROWS_OF_PAGE), MOST_PAGES_OF_ARCHIVE)
  stayInList(url, { page, last })
  const paged = withPages(head, url, { page, hasMore: page < last })
  return { place, head: paged, calendar, season, outrights, closed, months, month, page, ofMonth, last }
}

/** The starts of a season's outrights: those from before the first season and after the last one are shown with these. */
function outrightRange(season: Season | null, seasons: readonly Season[]) {
  return {
    from: season && season.year !== seasons.at(-1)?.year ? season.from : null,
    until: season && season.year !== seasons[0]?.year ? season.until : null,
  }
}

interface Asked {
  season?: number | undefined
  month?: string | null
  market?: MarketType
  period?: string
  participant?: string | null
  line?: number | null
  page?: number
}

function View({ data, lang }: { data: Data; lang: string }) {
  const { t } = useTranslation(['statistics', 'matches'])
  const { place, calendar, season, outrights, closed, months, month, page, ofMonth, last } = data
  const { sport, country, league } = place
  const latest = calendar.seasons[0]?.year
  const queryOf = (asked: Asked) => {
    const query = new URLSearchParams()
    const year = asked.season ?? season?.year
    if (year !== undefined && year !== latest) query.set('season', String(year))
    const shown = asked.month === undefined ? month : asked.month
    if (asked.season === undefined && shown === null) query.set('month', 'all')
    if (asked.season === undefined && shown !== null && shown !== months[0])
      query.set('month', shown.slice(5))
    const market = asked.market ?? closed?.market
    const shownLine = asked.market === undefined && closed?.choice ? queryOfLine(closed.choice, asked) : []
    // A period, a side and a line are those of a market in the address.
    if (market && (market !== closed?.usual || shownLine.length > 0)) query.set('market', market)
    for (const [name, value] of shownLine) query.set(name, value)
    if (asked.page && asked.page > 1) query.set('page', String(asked.page))
    return query
  }
  const hrefOf = (asked: Asked) => {
    const query = queryOf(asked)
    return leaguePartPath(lang, place, 'results') + (query.size === 0 ? '' : `?${query}`)
  }
  const rows = ofMonth.slice((page - 1) * ROWS_OF_PAGE, page * ROWS_OF_PAGE)
  const fileQuery = queryOf({ month: months[0] ?? null })
  const everyQuery = new URLSearchParams(fileQuery)
  for (const name of CLOSING_PARAMETERS) everyQuery.delete(name)
  everyQuery.set('market', 'all')
  return (
    <>
      <LeagueHead place={place} part="results">
        {t('results.title', { league: league.name })}
      </LeagueHead>
      <SeasonChips
        seasons={calendar.seasons}
        current={season}
        hrefOf={({ year }) => hrefOf({ season: year })}
      />
      {months.length > 1 && (
        <nav aria-label={t('months')} className="days">
          {[null, ...months].map((name) => (
            <a
              key={name}
              href={hrefOf({ month: name })}
              data-swap
              aria-current={name === month ? 'page' : undefined}
            >
              {name === null ? t('months.all') : formatMonth(name, lang)}
            </a>
          ))}
        </nav>
      )}
      {closed && closed.markets.length > 1 && (
        <nav aria-label={t('market')} className="market-switch">
          {closed.markets.map((type) => (
            <a
              key={type}
              href={hrefOf({ market: type })}
              data-swap
              aria-current={type === closed.market ? 'true' : undefined}
            >
              {t(`market.${type}`, { ns: 'matches' })}
            </a>
          ))}
        </nav>
      )}
      {closed?.choice && <Lines market={closed.market} choice={closed.choice} hrefOf={hrefOf} />}
      {!closed || rows.length === 0 ? (
        // A league of outrights alone has no season.
        (season || outrights.length === 0) && (
          <Empty
            next={
              <a className="more" href={leaguePath(lang, sport.slug, country.slug, league.slug)}>
                {t('matches')}
              </a>
            }
          >
            {t('results.none')}
          </Empty>
        )
      ) : (
        <>
          <Favourites data={data} shown={ofMonth} lang={lang} />
          <ClosedTable matches={rows} />
          <ListPages
            page={page}
            hasMore={page < last}
            last={last}
            most={MOST_PAGES_OF_ARCHIVE}
            hrefOf={(to) => hrefOf({ page: to })}
          />
          <p className="hint">
            <a href={closingFilePath(league.id, fileQuery)} download rel="nofollow">
              {t('results.download', { season: season ? seasonName(season) : '' })}
            </a>
            {' · '}
            <a href={closingFilePath(league.id, everyQuery)} download rel="nofollow">
              {t('results.download-all', { season: season ? seasonName(season) : '' })}
            </a>
          </p>
          <p className="hint">
            {t('closing.about')} {t(calendar.calendarYear ? 'season.calendar' : 'season.halves')}
          </p>
        </>
      )}
      {outrights.length > 0 && <ClosedOutrights outrights={outrights} place={place} />}
    </>
  )
}

/** Outrights that are closed, with the closing prices of their favourites and of who has won. */
function ClosedOutrights({ outrights, place }: Pick<Data, 'outrights' | 'place'>) {
  const { t, i18n } = useTranslation(['statistics', 'leagues', 'matches'])
  return (
    <Part title={t('outrights', { ns: 'leagues' })}>
      <table className="records closed named">
        <thead>
          <tr>
            <th scope="col" className="wide">
              {t('outrights', { ns: 'leagues' })}
            </th>
            <th scope="col">{t('closing.favourite')}</th>
            <th scope="col">{t('outright.won-by', { ns: 'matches' })}</th>
          </tr>
        </thead>
        <tbody>
          {outrights.map(({ id, name, slug, startTime, favourite, won }) => (
            <tr key={id}>
              <th scope="row" className="wide">
                <a href={outrightPath(i18n.language, { slug, ...place })}>
                  <bdi>{name}</bdi>
                </a>
                <small>
                  {t('outright.closed', { ns: 'matches' })} <Moment at={startTime} style="date" />
                </small>
              </th>
              <td>{favourite ? <Closed one={favourite} /> : '–'}</td>
              <td className={won.length > 0 ? 'won' : undefined}>
                {won.length > 0 ? won.map((one) => <Closed key={one.name} one={one} />) : '–'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Part>
  )
}

function Closed({ one: { name, price } }: { one: ClosedParticipant }) {
  const odds = useOdds()
  return (
    <div>
      <bdi>{name}</bdi> {price ? <b {...odds(price)} /> : '–'}
    </div>
  )
}

/** The parameters of a period, a side and a line. Those that the address without them shows are left out. */
function queryOfLine(choice: ClosedChoice, asked: Asked): [string, string][] {
  const period = asked.period ?? choice.period
  const ofPeriod = asked.period === undefined
  const participant = ofPeriod && asked.participant === undefined ? choice.participant : asked.participant
  const isSame = ofPeriod && asked.participant === undefined
  const line = asked.line === undefined ? (isSame ? choice.line : null) : asked.line
  return [
    ...(period === choice.usualPeriod ? [] : [['period', period] as [string, string]]),
    ...(participant ? [['participant', participant] as [string, string]] : []),
    ...(line === null ? [] : [['line', String(line)] as [string, string]]),
  ]
}

/** The periods, the sides and the lines of a market that can be chosen. */
function Lines({
  market: type,
  choice,
  hrefOf,
}: {
  market: MarketType
  choice: ClosedChoice
  hrefOf: (asked: Asked) => string
}) {
  const { t } = useTranslation('statistics')
  const matches = useTranslation('matches')
  const words = useMarketWords({ home: matches.t('position.home'), away: matches.t('position.away') })
  const { period, participant, line, periods, participants, lines } = choice
  const market = { type, period, participant, line }
  const hasLines = definitionOf(type).line !== null && lines.length > 1
  return (
    <>
      {periods.length > 1 && (
        <nav aria-label={t('closing.periods')} className="market-switch">
          {periods.map((it) => (
            <a
              key={it}
              href={hrefOf({ period: it })}
              data-swap
              aria-current={it === period ? 'true' : undefined}
            >
              {words.periodName({ ...market, period: it })}
            </a>
          ))}
        </nav>
      )}
      {participants.length > 1 && (
        <nav aria-label={t('closing.sides')} className="market-switch">
          {participants.map((it) => (
            <a
              key={it}
              href={hrefOf({ participant: it })}
              data-swap
              aria-current={it === participant ? 'true' : undefined}
            >
              {words.nameOf(it)}
            </a>
          ))}
        </nav>
      )}
      {hasLines && (
        <nav aria-label={t('column.line')} className="market-switch">
          {[null, ...lines].map((it) => (
            <a key={it} href={hrefOf({ line: it })} data-swap aria-current={it === line ? 'true' : undefined}>
              {it === null ? t('closing.main-line') : words.lineName({ ...market, line: it })}
            </a>
          ))}
        </nav>
      )}
    </>
  )
}

/** How often the favourite won in the season and in the month, and what it returned. */
function Favourites({
  data,
  shown,
  lang,
}: {
  data: Data
  shown: NonNullable<Data['closed']>['matches']
  lang: string
}) {
  const { t } = useTranslation('statistics')
  const { season, closed, month } = data
  const ranges = [
    ...(month ? [{ name: formatMonth(month, lang), matches: shown }] : []),
    { name: `${t('season')} ${season ? seasonName(season) : ''}`, matches: closed?.matches ?? [] },
  ]
  const records = ranges.flatMap(({ name, matches }) => {
    const record = favouriteRecord(matches.flatMap(({ closing }) => closing ?? []))
    return record ? [{ name, record }] : []
  })
  if (records.length === 0) return null
  return (
    <>
      <table className="records">
        <thead>
          <tr>
            <th scope="col" className="wide">
              {t('favourites')}
            </th>
            <th scope="col">{t('favourites.matches')}</th>
            <th scope="col">{t('favourites.won')}</th>
            <th scope="col">{t('favourites.returned')}</th>
            <th scope="col" className="from-tablet">
              {t('favourites.payout')}
            </th>
          </tr>
        </thead>
        <tbody>
          {records.map(({ name, record }) => (
            <tr key={name}>
              <th scope="row" className="wide">
                {name}
              </th>
              <td>{record.counted}</td>
              <td>
                {record.won} · <b>{formatPercent(record.won / record.counted, lang)}</b>
              </td>
              <td>{formatPercent(record.returned, lang)}</td>
              <td className="from-tablet">{formatPercent(record.payout, lang)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="hint">{t('favourites.about')}</p>
    </>
  )
}

export const results = definePage<Data, 'sport' | 'country' | 'league'>({
  load,
  headOf: ({ head }) => head,
  View,
  styles: ['odds'],
})
