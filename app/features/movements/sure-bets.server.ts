import { sql } from 'kysely'
import type { Services } from '#app/platform/services.ts'
import { readAudience } from '../audiences/queries.server.ts'
import { listMatchesOfIds } from '../matches/queries.server.ts'
import type { MatchSummary } from '../matches/schema.ts'
import { type Board, compareMarket } from '../odds/market-board.ts'
import { noteMarkets, readMarketsOfIds } from '../odds/market-queries.server.ts'
import { findMarketSureBet, type MarketSureBet, type MarketSureBetFinding } from '../odds/market-sure-bet.ts'
import { definitionOf, MARKET_TYPES } from '../odds/markets.ts'
import { TYPED } from '../odds/typed-prices.ts'
import { type Chosen, chooseNow, isToCome } from './candidates.server.ts'
import { MOST_SURE, SURE_BETS_OF_PAGE } from './drops-query.ts'
import { activePlaces } from './places.server.ts'

const MOST_HELD_BACK = 10
/** A sum below this is not plausible; the exact comparison follows when a market is evaluated. */
const LEAST_BELIEVED_SUM = 10 / 11

interface Candidate {
  market: number
  event: string
  sport_id: string
  /** Its slug. */
  sport: string
  start_time: Date
  /** S of the stored best net prices. */
  sum: number
}

interface FoundIn {
  match: MatchSummary
  board: Board
}

export interface SureBets extends Pick<Chosen<Candidate>, 'madeAt' | 'until'> {
  found: (FoundIn & { finding: MarketSureBet })[]
  /** Returns that are too high to be plausible. */
  heldBack: (FoundIn & { finding: Extract<MarketSureBetFinding, { kind: 'held-back' }> })[]
  hasMore: boolean
  /** The number of pages. */
  last: number
  /** Ids of the sports that have any. */
  sports: ReadonlySet<string>
  /** Whether there are more markets than are evaluated. */
  isCut: boolean
}

/**
 * Markets of upcoming matches whose best net prices return more than is staked, the highest return first. Candidates are
 * chosen every two minutes; each is computed from the quotes that count now.
 */
export async function listSureBets(
  services: Services,
  {
    sportId,
    page,
    size = SURE_BETS_OF_PAGE,
    most = MOST_SURE,
  }: { sportId: string | null; page: number; size?: number; most?: number },
): Promise<SureBets> {
  const { madeAt, until, candidates } = await findCandidates(services)
  const ofSport = candidates.filter(({ sport_id }) => sportId === null || sport_id === sportId)
  const believed = ofSport.filter(({ sum }) => sum >= LEAST_BELIEVED_SUM)
  const judged = [
    ...believed.slice(0, most),
    ...ofSport.filter(({ sum }) => sum < LEAST_BELIEVED_SUM).slice(0, MOST_HELD_BACK),
  ]
  const findings = await judge(services, judged)
  const sure = findings.flatMap(({ finding, ...it }) =>
    finding.kind === 'sure-bet' ? { ...it, finding } : [],
  )
  const held = findings.flatMap(({ finding, ...it }) =>
    finding.kind === 'held-back' ? { ...it, finding } : [],
  )
  sure.sort((a, b) => b.finding.returnOnOutlay - a.finding.returnOnOutlay)
  const shown = sure.slice((page - 1) * size, page * size)
  const matches = await listMatchesOfIds(services, [
    ...new Set([...shown, ...held].map(({ event }) => event)),
  ])
  const byId = new Map(matches.filter(isToCome).map((match) => [match.id, match]))
  const withMatch = <T extends { event: string; board: Board }>(one: T): (T & { match: MatchSummary })[] => {
    const match = byId.get(one.event)
    if (!match) return []
    noteMarkets(one.event, [one.board.market])
    return [{ ...one, match }]
  }
  return {
    found: shown.flatMap(withMatch),
    heldBack: page === 1 ? held.flatMap(withMatch) : [],
    madeAt,
    until,
    hasMore: sure.length > page * size,
    last: Math.ceil(sure.length / size),
    sports: new Set(candidates.map(({ sport_id }) => sport_id)),
    isCut: believed.length > most,
  }
}

async function judge(services: Services, candidates: readonly Candidate[]) {
  if (candidates.length === 0) return []
  const markets = await readMarketsOfIds(
    services,
    candidates.map(({ market }) => market),
  )
  const now = new Date()
  return candidates.flatMap(({ market: id, event, sport, start_time: kickOff }) => {
    const market = markets.get(id)
    if (!market || kickOff <= now) return []
    const board = compareMarket(market, { sort: 'payout', kickOff, now })
    return [{ event, board, finding: findMarketSureBet(board, { sport, kickOff, now }) }]
  })
}

function findCandidates(services: Services): Promise<Chosen<Candidate>> {
  return services.memo.get('sure-bets', async () => {
    const { priceSet } = await readAudience(services)
    const twoWin = MARKET_TYPES.filter((type) => definitionOf(type).winners === 2)
    // As many of each sport, and one more, which tells that its list is cut.
    const choose = (at: Date) =>
      sql<Candidate>`
      select market, event, sport_id, sport, start_time, sum from (select *,
        row_number() over (partition by sport_id order by sum < ${LEAST_BELIEVED_SUM}, sum, market) as place from (
      select k.id as market, k.event, l.sport_id, s_of.slug as sport, m.start_time, t.s / w.winners as sum
      from matches m
      ${activePlaces}
      join priced_events e on e.event = m.id and e.valid_until is not null
      join markets k on k.event = m.id and not k.is_list
      join market_bests t on t.market = k.id and t.audience = ${priceSet}
      cross join lateral (select case when k.type = any (${twoWin}::text[]) then 2 else 1 end as winners) w
      where m.status = 'scheduled' and m.start_time > ${at}::timestamptz and t.s < w.winners
        -- Of a merged bookmaker it can be another quote that is read: each candidate is judged by the quotes that count.
        and not exists (
          select 1 from quotes q join price_sources c on c.no = q.source and c.key = ${TYPED}
          join bookmaker_members b on b.member_no = q.bookmaker and not b.is_shared
          where q.market = k.id and q.side = 0 and b.no = any (t.holders))
      ) found) placed
      where place <= ${MOST_SURE + 1} order by sum < ${LEAST_BELIEVED_SUM}, sum, market`.execute(
        services.database.kysely,
      )
    return chooseNow(services, async (at) => (await choose(at)).rows)
  })
}
