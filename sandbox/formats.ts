import { createHash } from 'node:crypto'
import { slug } from '#app/features/catalogue/slug.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/platform/time.ts'
import {
  matchesBetween,
  offeredMatches,
  PAST_DAYS,
  type SandboxMatch,
  type SandboxWorld,
} from './calendar.ts'
import type { SandboxLeague, SandboxSport, SandboxTeam } from './league.ts'
import {
  hasFullOffer,
  type LineMarket,
  type LineOutcome,
  linesOf,
  type ScoreMarket,
  scoreMarketsOf,
} from './lines.ts'
import {
  hasDraw,
  inNotation,
  layPrice,
  type Prices,
  promoBookmaker,
  quoteOf,
  quotesAt,
  type SandboxBookmaker,
  type SandboxQuote,
  writePrice,
} from './market.ts'
import { outrightSports } from './outrights.ts'
import { combine, unit } from './random.ts'
import { finalScore, usualTotal } from './results.ts'

/** When a match that began has ended and has a result. */
export const MATCH_HOURS = 2
const MATCH_LASTS_MS = MATCH_HOURS * HOUR_MS
/** The number of future games that `upcoming` lists. */
const NEXT_GAMES = 8
/** The number of bookmakers with closing prices. */
const HISTORIC_BOOKMAKERS = 3

const oddsApiName = (team: SandboxTeam) => (typeof team === 'string' ? team : team.name)
const promoName = (team: SandboxTeam) => (typeof team === 'string' ? team : team.promo)

function digest(match: SandboxMatch): string {
  const text = `${match.league.oddsApiKey} ${match.hash} ${match.start.getTime()}`
  return createHash('md5').update(text).digest('hex')
}

/** 19 digits, like the promo feed's ids. */
function promoId(match: SandboxMatch): string {
  return (BigInt(`0x${digest(match).slice(0, 15)}`) + 1_000_000_000_000_000_000n).toString()
}

const isoSeconds = (instant: Date) => instant.toISOString().replace('.000Z', 'Z')

/** `GET /v4/sports`: the list of competitions. */
export function* oddsApiSports(world: SandboxWorld): Generator<object> {
  for (const league of world.leagues) {
    yield {
      key: league.oddsApiKey,
      group: league.sport,
      title: league.oddsApiTitle,
      description: `${league.country} ${league.league}`,
      active: true,
      has_outrights: false,
    }
  }
  yield* outrightSports(world)
}

/** The parameters of a request for prices. */
export interface AskedExtras {
  links?: boolean
  sids?: boolean
  limits?: boolean
}

/** `GET /v4/sports/upcoming/odds`: matches in play, and the next few games of all competitions. */
export function* upcomingEvents(world: SandboxWorld, now: Date, asked: Asked): Generator<object> {
  const offered = byStart(offeredMatches(world, now))
  const next = offered.findIndex(({ start }) => start > now)
  for (const match of offered.slice(0, next < 0 ? undefined : next + NEXT_GAMES)) {
    yield offerOf(match, now, asked)
  }
}

/** `GET /v4/sports/{sport}/events/{id}/odds`: undefined if the event does not exist. */
export function findOddsApiEvent(
  world: SandboxWorld,
  now: Date,
  { id, ...asked }: Asked & { id: string },
): ReturnType<typeof toEvent> | undefined {
  for (const match of offeredMatches(world, now)) if (digest(match) === id) return offerOf(match, now, asked)
  return undefined
}

interface Asked extends AskedExtras {
  markets: ReadonlySet<string>
}

function offerOf(match: SandboxMatch, now: Date, asked: Asked) {
  const quotes = quotesAt(match, now).filter((quote) => quote.bookmaker !== promoBookmaker)
  return toEvent(match, quotes, { ...asked, now })
}

/** `GET /v4/sports/{sport}/odds`: live and future events by kick-off, with every bookmaker except the promo feed's. */
export function* oddsApiEvents(
  world: SandboxWorld,
  now: Date,
  markets: ReadonlySet<string> = new Set(['h2h']),
  extras: AskedExtras = {},
): Generator<object> {
  for (const match of byStart(offeredMatches(world, now))) yield offerOf(match, now, { ...extras, markets })
}

/**
 * `GET /v4/historical/sports/{sport}/odds` of an instant: events that begin after `from` and not after `until`, with the
 * prices of that instant.
 */
export function* oddsApiSnapshot(
  world: SandboxWorld,
  { at, from, until, markets }: { at: Date; from: Date; until: Date; markets: ReadonlySet<string> },
): Generator<object> {
  for (const match of byStart(offeredMatches(world, at)))
    if (match.start > from && match.start > at && match.start <= until) yield offerOf(match, at, { markets })
}

/** `GET /v4/historical/sports/{sport}/odds?date=`: the events on offer at an instant, with the prices of that instant. */
export function* oddsApiPast(world: SandboxWorld, at: Date, markets: ReadonlySet<string>): Generator<object> {
  for (const match of byStart(offeredMatches(world, at))) yield offerOf(match, at, { markets })
}

/**
 * `GET /v4/historical/sports/{sport}/odds`: events of the last days with closing prices, the latest first. The latest
 * have those of every bookmaker in the markets of lists, and those of some in the other ones that are requested; older ones
 * have those of some for the winner.
 */
export function* oddsApiHistory(
  world: SandboxWorld,
  now: Date,
  {
    days = PAST_DAYS,
    fullDays = 0,
    markets,
  }: { days?: number; fullDays?: number; markets: ReadonlySet<string> },
): Generator<object> {
  const fullFrom = now.getTime() - fullDays * DAY_MS
  for (const match of byStart(finishedMatches(world, now, days)).reverse()) {
    const closing = quotesAt(match, match.start).filter((quote) => quote.bookmaker !== promoBookmaker)
    if (match.start.getTime() > fullFrom)
      yield withoutMore(toEvent(match, closing, { markets, now: match.start }))
    else yield toEvent(match, closing.slice(0, HISTORIC_BOOKMAKERS))
  }
}

/** The other markets of the first bookmakers only: a first start would take too long with all of them. */
function withoutMore({ bookmakers, ...event }: ReturnType<typeof toEvent>) {
  const isListed = ({ key }: { key: string }) => ODDS_API_LIST_MARKETS.has(key.replace(/_lay$/, ''))
  return {
    ...event,
    bookmakers: bookmakers.map((bookmaker, index) =>
      index < HISTORIC_BOOKMAKERS ? bookmaker : { ...bookmaker, markets: bookmaker.markets.filter(isListed) },
    ),
  }
}

/** `GET /v4/sports/{sport}/scores`: finished events of the last days. */
export function* oddsApiScores(world: SandboxWorld, now: Date, days: number): Generator<object> {
  for (const match of finishedMatches(world, now, days)) {
    const score = finalScore(match)
    yield {
      ...eventHead(match),
      completed: true,
      scores: [
        { name: oddsApiName(match.home), score: String(score.home) },
        { name: oddsApiName(match.away), score: String(score.away) },
      ],
      last_update: isoSeconds(new Date(match.start.getTime() + MATCH_LASTS_MS)),
    }
  }
}

function byStart(matches: Iterable<SandboxMatch>): SandboxMatch[] {
  return [...matches].sort((a, b) => a.start.getTime() - b.start.getTime())
}

function finishedMatches(world: SandboxWorld, now: Date, days: number): Generator<SandboxMatch> {
  const to = new Date(now.getTime() - MATCH_LASTS_MS)
  return matchesBetween(world, new Date(now.getTime() - Math.min(days, PAST_DAYS) * DAY_MS), to)
}

function eventHead(match: SandboxMatch) {
  return {
    id: digest(match),
    sport_key: match.league.oddsApiKey,
    sport_title: match.league.oddsApiTitle,
    commence_time: isoSeconds(match.start),
    home_team: oddsApiName(match.home),
    away_team: oddsApiName(match.away),
  }
}

/** Every market of the sandbox, by the key of its requests. */
export const ODDS_API_MARKETS = [
  'h2h',
  'spreads',
  'totals',
  'alternate_spreads',
  'alternate_totals',
  'team_totals',
  'btts',
  'draw_no_bet',
  'double_chance',
  'h2h_h1',
  'alternate_totals_corners',
  'totals_h1',
  'outrights',
]

interface AskedMarkets extends Asked {
  now: Date
}

/** Markets of the list of a competition's events. */
export const ODDS_API_LIST_MARKETS: ReadonlySet<string> = new Set(['h2h', 'spreads', 'totals', 'outrights'])

/** The markets besides the winner; the lay side is always included, as in the real feed. */
function otherMarkets(
  match: SandboxMatch,
  quote: SandboxQuote,
  h2h: readonly { name: string; price: number }[],
  asked: AskedMarkets | undefined,
): { key: string; outcomes: object[] }[] {
  const lay =
    quote.bookmaker.isExchange && (!asked || asked.markets.has('h2h'))
      ? [{ key: 'h2h_lay', outcomes: h2h.map(({ name, price }) => ({ name, price: layPrice(price) })) }]
      : []
  const isMore = asked && (asked.markets.size > 1 || !asked.markets.has('h2h'))
  if (!isMore || !hasFullOffer(match, asked.now)) return lay
  const lines = linesOf(match, quote).filter(({ key }) => asked.markets.has(key))
  return [...lay, ...lines.map((market) => toOddsApiMarket(match, market, quote.bookmaker))]
}

function toOddsApiMarket(
  match: SandboxMatch,
  { key, outcomes }: LineMarket,
  { writes }: SandboxBookmaker,
): { key: string; outcomes: object[] } {
  const words: Record<string, string> = {
    home: oddsApiName(match.home),
    away: oddsApiName(match.away),
    draw: 'Draw',
    over: 'Over',
    under: 'Under',
    yes: 'Yes',
    no: 'No',
  }
  return {
    key,
    outcomes: outcomes.map(({ name, price, point, of, or }) => ({
      name: or ? `${words[name]} or ${words[or]}` : words[name],
      ...(of ? { description: words[of] } : {}),
      price: writePrice(price, writes),
      ...(point === undefined ? {} : { point }),
    })),
  }
}

function toEvent(match: SandboxMatch, quotes: readonly SandboxQuote[], asked?: AskedMarkets) {
  const withH2h = !asked || asked.markets.has('h2h')
  return {
    ...eventHead(match),
    bookmakers: quotes.map((quote) => {
      const { bookmaker, prices, updatedAt } = quote
      const outcomes = [
        { name: oddsApiName(match.home), price: prices.home },
        { name: oddsApiName(match.away), price: prices.away },
        ...(prices.draw === null ? [] : [{ name: 'Draw', price: prices.draw }]),
      ]
      // The real feed's outcomes have no fixed order.
      if (combine(match.hash, 31) % 2 === 1) outcomes.reverse()
      const last_update = isoSeconds(updatedAt)
      return {
        key: bookmaker.key,
        title: bookmaker.name,
        last_update,
        ...(asked?.links ? { link: `https://${bookmaker.key}.example/event/${promoId(match)}` } : {}),
        ...(asked?.sids ? { sid: promoId(match) } : {}),
        markets: [
          ...(withH2h ? [{ key: 'h2h', outcomes: inNotation(outcomes, bookmaker) }] : []),
          ...otherMarkets(match, quote, outcomes, asked),
        ].map((market) => ({
          key: market.key,
          last_update,
          outcomes: asked?.limits
            ? market.outcomes.map((outcome) => ({ ...outcome, bet_limit: limitOf(bookmaker) }))
            : market.outcomes,
        })),
      }
    }),
  }
}

/** The maximum stake of a bookmaker; the larger the margin, the smaller. */
const limitOf = ({ margin }: SandboxBookmaker) => Math.round(25 / margin) * 10

/**
 * The promo feed: entries `[key, payload]` of every future match that its bookmaker quotes, with other markets and with
 * entries that are not matches, as in the real feed.
 */
export function* promoEntries(world: SandboxWorld, now: Date): Generator<[string[], object]> {
  for (const match of byStart(offeredMatches(world, now))) {
    const quote = match.start > now ? quoteOf(promoBookmaker, match, now) : undefined
    if (!quote) continue
    const id = promoId(match)
    const desc: [string[], object] = [[id, 'desc'], descriptionOf(match, id)]
    const market = winnerMarket(isSuspended(match, now) ? null : quote.prices, match.league)
    // The order is not guaranteed: some prices come before their match.
    if (match.hash % 11 === 0) yield* [market(id), desc]
    else yield* [desc, market(id)]
    if (hasFullOffer(match, now)) yield* promoLines(match, quote, id)
    else {
      if (match.hash % 3 === 0) yield totals(match, id)
      if (match.hash % 5 === 0) yield handicap(match, id)
    }
    if (match.hash % 97 === 0) yield virtualDouble(match)
    if (match.hash % 101 === 0) yield seasonWinner(match)
  }
}

/** The promo feed of another bookmaker: its markets on the score of the next football matches. */
export function* promoScoreEntries(
  world: SandboxWorld,
  now: Date,
  bookmaker: SandboxBookmaker,
): Generator<[string[], object]> {
  for (const match of byStart(offeredMatches(world, now))) {
    if (match.start <= now || !hasFullOffer(match, now)) continue
    const quote = quoteOf(bookmaker, match, now)
    const id = promoId(match)
    const scores = quote ? [...promoScores(match, quote, id)] : []
    if (scores.length > 0) yield* [[[id, 'desc'], descriptionOf(match, id)], ...scores]
  }
}

function descriptionOf(match: SandboxMatch, id: string): object {
  const { league } = match
  return {
    id,
    type: 'match',
    slug: `${slug(promoName(match.home))}-${slug(promoName(match.away))}`,
    scheduled: Math.floor(match.start.getTime() / 1_000),
    virtual: false,
    sport: { id: slug(league.sport), name: league.sport },
    category: { id: slug(league.country), name: league.country },
    tournament: { id: slug(`${league.sport} ${league.country} ${league.league}`), name: league.league },
    competitors: [match.home, match.away].map((team) => ({
      id: slug(oddsApiName(team)),
      name: promoName(team),
    })),
  }
}

/** The market of the winner without a draw: with overtime, with extra innings, or by the sport's rules. */
const TWO_WAY_MARKETS: Partial<Record<SandboxSport, string>> = {
  'American Football': '219',
  Baseball: '251',
  Basketball: '219',
}

/** How long a bookmaker suspends a match, and the share of matches that it has suspended. */
const SUSPENDED_MS = 20 * MINUTE_MS
const SUSPENDED_SHARE = 0.02

function isSuspended({ hash, isSureBet }: SandboxMatch, now: Date): boolean {
  const turn = Math.floor(now.getTime() / SUSPENDED_MS)
  return !isSureBet && unit(combine(combine(hash, 55), turn)) < SUSPENDED_SHARE
}

/** An outcome without a price is suspended. */
const price = (value: number | undefined) => (value === undefined ? {} : { k: value.toFixed(2) })

/** @param prices null while they are suspended */
function winnerMarket(prices: Prices | null, { sport }: SandboxLeague): (id: string) => [string[], object] {
  const [home, draw, away] = [prices?.home, prices?.draw ?? undefined, prices?.away]
  return (id) =>
    hasDraw(sport)
      ? [[id, 'market', '1'], { '': { 1: price(home), 2: price(draw), 3: price(away) } }]
      : [[id, 'market', TWO_WAY_MARKETS[sport] ?? '186'], { '': { 4: price(home), 5: price(away) } }]
}

/** The feed's numbers of markets, by The Odds API's keys. */
const PROMO_MARKETS: Record<string, string> = {
  totals: '18',
  alternate_totals: '18',
  spreads: '16',
  alternate_spreads: '16',
  btts: '29',
  draw_no_bet: '11',
  double_chance: '10',
  h2h_h1: '60',
  alternate_totals_corners: '166',
  totals_h1: '68',
}

function promoOutcome(
  market: string,
  { name, or, point }: LineOutcome,
): { specifier: string; outcome: string } {
  if (market === '16') {
    const line = name === 'home' ? point : -(point ?? 0) || 0
    return { specifier: `hcp=${line}`, outcome: name === 'home' ? '1714' : '1715' }
  }
  if (point !== undefined) return { specifier: `total=${point}`, outcome: name === 'over' ? '12' : '13' }
  if (or) return { specifier: '', outcome: name === 'draw' ? '11' : or === 'draw' ? '9' : '10' }
  const ids: Record<string, string> =
    market === '60' ? { home: '1', draw: '2', away: '3' } : { home: '4', away: '5', yes: '74', no: '76' }
  return { specifier: '', outcome: ids[name] ?? '' }
}

/** The bookmaker's other markets: all lines of one in one entry. */
function* promoLines(match: SandboxMatch, quote: SandboxQuote, id: string): Generator<[string[], object]> {
  const byMarket = new Map<string, Record<string, Record<string, object>>>()
  for (const { key, outcomes } of linesOf(match, quote)) {
    const market = PROMO_MARKETS[key]
    if (!market) continue
    const lines = byMarket.get(market) ?? {}
    byMarket.set(market, lines)
    for (const outcome of outcomes) {
      const place = promoOutcome(market, outcome)
      lines[place.specifier] = { ...lines[place.specifier], [place.outcome]: price(outcome.price) }
    }
  }
  for (const [market, lines] of byMarket) yield [[id, 'market', market], lines]
  yield* promoScores(match, quote, id)
}

function* promoScores(match: SandboxMatch, quote: SandboxQuote, id: string): Generator<[string[], object]> {
  for (const { key, outcomes } of scoreMarketsOf(match, quote)) {
    const { market, ids } = PROMO_SCORES[key]
    const line = Object.fromEntries(outcomes.map((outcome) => [ids(outcome.name), price(outcome.price)]))
    yield [[id, 'market', market], { '': line }]
  }
}

const PROMO_RESULTS = ['home', 'draw', 'away']

/** The feed's numbers of markets on the score, and of their outcomes. */
const PROMO_SCORES: Record<ScoreMarket['key'], { market: string; ids: (name: string) => number }> = {
  correct_score: {
    market: '45',
    ids: (name) => {
      const [home, away] = name.split(':').map(Number)
      return away === undefined ? 324 : 274 + 2 * (away * 5 + (home ?? 0))
    },
  },
  half_time_full_time: {
    market: '47',
    ids: (name) => {
      const [half = '', full = ''] = name.split('/')
      return 418 + 2 * (PROMO_RESULTS.indexOf(half) * 3 + PROMO_RESULTS.indexOf(full))
    },
  },
  odd_even: { market: '26', ids: (name) => (name === 'odd' ? 70 : 72) },
  match_result_half_2: { market: '83', ids: (name) => 1 + PROMO_RESULTS.indexOf(name) },
}

/** Over and under lines within half a point of the sport's usual sum. */
function totals(match: SandboxMatch, id: string): [string[], object] {
  const usual = Math.round(usualTotal(match.league.sport))
  const lines = [usual - 0.5, usual + 0.5].map((line, index) => [
    `total=${line}`,
    { 12: price(index === 0 ? 1.72 : 2.04), 13: price(index === 0 ? 2.06 : 1.74) },
  ])
  return [[id, 'market', '18'], Object.fromEntries(lines)]
}

function handicap(match: SandboxMatch, id: string): [string[], object] {
  const line = match.homeStrength > match.awayStrength ? '-1.5' : '1.5'
  return [[id, 'market', '16'], { [`hcp=${line}`]: { 1714: price(1.9), 1715: price(1.88) } }]
}

function virtualDouble(match: SandboxMatch): [string[], object] {
  const id = `8${promoId(match).slice(1)}`
  return [[id, 'desc'], { ...descriptionOf(match, id), virtual: true }]
}

function seasonWinner(match: SandboxMatch): [string[], object] {
  const id = `9${promoId(match).slice(1)}`
  return [[id, 'desc'], { ...descriptionOf(match, id), type: 'season', competitors: [] }]
}
