/** An outcome of a match in an address: what a coupon consists of. */

import { longId, shortId } from '#app/platform/short-id.ts'
import {
  definitionOf,
  followOutcome,
  isMarket,
  isMarketType,
  type Market,
  marketKey,
  readLine,
} from '../odds/markets.ts'
import { BETWEEN_PICKS, MOST_PICKS } from './pick-list.ts'

export interface Pick extends Market {
  /** The id of the match. */
  match: string
  outcome: string
}

/** Values that an address omits at its end. */
const USUAL = { type: 'match_result', period: 'full_time' } as const

const BETWEEN_PARTS = '!'

/** A pick as text: the short id of its match, its outcome and its market: `…!home`, `…!over!total!full_time!2.5`. */
export function writePick({ match, outcome, type, period, line, participant }: Pick): string {
  const parts = [shortId(match), outcome, type, period, line === null ? '' : String(line), participant ?? '']
  const usual = ['', '', USUAL.type, USUAL.period, '', '']
  while (parts.length > 2 && parts.at(-1) === usual[parts.length - 1]) parts.pop()
  return parts.map((part) => encodeURIComponent(part).replaceAll(BETWEEN_PARTS, '%21')).join(BETWEEN_PARTS)
}

/** The pick of a text; null if it is none. Whether the match and the outcome exist is not checked. */
export function readPick(text: string): Pick | null {
  const parts = text.split(BETWEEN_PARTS).map(decode)
  const [short = '', outcome = '', type = '', period = '', line = '', participant = ''] = parts
  const match = longId(short)
  const named = type || USUAL.type
  if (!match || outcome === '' || parts.length > 6 || !isMarketType(named)) return null
  const market: Market = {
    type: named,
    period: period || USUAL.period,
    line: line === '' ? null : readLine(Number(line)),
    participant: participant || null,
  }
  const { outcomes } = definitionOf(named)
  if (outcomes === 'participants' || !outcomes.includes(outcome) || !isMarket(market)) return null
  return { ...market, match, outcome }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}

/** The picks of an address's parameter, each once. @returns also how many are left out: no picks, or beyond the most */
export function readPicks(parameter: string | null): { picks: Pick[]; leftOut: number } {
  const given = (parameter ?? '').split(BETWEEN_PICKS).filter((text) => text !== '')
  const byText = new Map<string, Pick>()
  let unreadable = 0
  for (const text of given) {
    const pick = readPick(text)
    if (pick) byText.set(writePick(pick), pick)
    else unreadable += 1
  }
  const picks = [...byText.values()]
  const kept = picks.slice(0, MOST_PICKS)
  return { picks: kept, leftOut: unreadable + picks.length - kept.length }
}

/**
 * A pick of a match that was merged, as an outcome of the match that stayed.
 * @param turned whether the sides were swapped; null if that is not known
 * @returns null if the outcome depends on what is not known
 */
export function followPick(pick: Pick, turned: boolean | null): Pick | null {
  const followed = followOutcome({ market: pick, outcome: pick.outcome }, turned)
  return followed && { ...pick, ...followed.market, outcome: followed.outcome }
}

/** Whether an outcome is of a market. */
export function isOfMarket(pick: Pick, market: Market): boolean {
  return marketKey(pick) === marketKey(market)
}
