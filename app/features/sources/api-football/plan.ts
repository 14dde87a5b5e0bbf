import { addDays, DAY_MS, dayOf, HOUR_MS, MINUTE_MS, startOfDay } from '#app/platform/time.ts'
import type { Part, ScheduleFacts } from '../contract.ts'

/** A match that began longer ago has ended, including extra time and penalties. */
const LONGEST_MATCH_MS = 4 * HOUR_MS
/** From this time on a match can have ended, and then is no longer among those in play. */
const USUAL_MATCH_MS = 105 * MINUTE_MS
/** A match that begins this soon is included in the requests. */
const LEAD_MS = 2 * MINUTE_MS
/** The days back of which open matches are requested. */
const MISSING_DAYS = 5
/** The requests of a day in the plan that costs nothing. It has the fixtures of yesterday, today and tomorrow alone. */
const FREE_REQUESTS = 100
/** Requests that are reserved for lists when the day's allowance runs low. */
const KEPT_FOR_LISTS = 10

/** For how many minutes a day's list is current. */
const MINUTES = {
  ending: 10,
  inPlay: 30,
  due: 180,
  idle: 1_440,
  tomorrow: 720,
  missing: 60,
  missingLong: 720,
  odds: 180,
}

/** Data that a schedule requests besides fixtures, if its operator has selected it. */
export const ODDS = 'odds'
export const ODDS_LIVE = 'odds_live'

/**
 * A scheduled run follows the day's matches. While a match is in play, it requests the matches in play and, every half
 * an hour, or every ten minutes when matches end, the list of the day, which has the results. With future matches
 * today, it requests the list every three hours; without any, the lists of today and tomorrow once a day each. The list
 * of yesterday is requested while matches of it are open, and twice a day, in plans that have them, those of the days before. Selected
 * odds are requested every three hours, which is how often the source updates them, and in-play odds with each run.
 */
export async function plan(facts: ScheduleFacts): Promise<Part[]> {
  const { now, hasOpenMatches } = facts
  const quota = await facts.quota()
  const left = remainingToday(quota, now)
  if (left === 0) return []
  const limit = quota?.limit ?? null
  const at = (ms: number) => new Date(now.getTime() + ms)
  const isInPlay = await hasOpenMatches(at(-LONGEST_MATCH_MS), at(LEAD_MS))
  const isEnding = isInPlay && (await hasOpenMatches(at(-LONGEST_MATCH_MS), at(-USUAL_MATCH_MS)))
  const isDue = isInPlay || (await hasOpenMatches(at(0), at(DAY_MS)))
  const today = dayOf(now, 'UTC')
  const [yesterday, tomorrow] = [addDays(today, -1), addDays(today, 1)]
  const isMissing = (day: string) =>
    hasOpenMatches(startOfDay(day, 'UTC'), new Date(startOfDay(addDays(day, 1), 'UTC').getTime() - 1))

  const competitions = facts.competitions.map((key) => key.replace(/_.*$/, ''))
  const only = competitions.length > 0 ? { competitions } : {}
  const parts: Part[] =
    isInPlay && (left ?? Number.POSITIVE_INFINITY) > KEPT_FOR_LISTS ? [{ live: true, ...only }] : []
  const lists: [day: string, minutes: number][] = [
    [today, isEnding ? MINUTES.ending : isInPlay ? MINUTES.inPlay : isDue ? MINUTES.due : MINUTES.idle],
    [tomorrow, MINUTES.tomorrow],
  ]
  if (await isMissing(yesterday)) lists.push([yesterday, isEnding ? MINUTES.ending : MINUTES.missing])
  if (limit !== null && limit > FREE_REQUESTS && (left ?? Number.POSITIVE_INFINITY) > KEPT_FOR_LISTS) {
    for (let back = 2; back <= MISSING_DAYS; back++) {
      const day = addDays(today, -back)
      if (await isMissing(day)) lists.push([day, MINUTES.missingLong])
    }
  }
  for (const [day, minutes] of lists) {
    const part = { day, ...only }
    if (isOlder(await facts.lastAsked(part), now, minutes)) parts.push(part)
  }
  const wants = (what: string) => facts.chosen.markets?.includes(what) ?? false
  if ((left ?? Number.POSITIVE_INFINITY) <= KEPT_FOR_LISTS) return parts
  if (isInPlay && wants(ODDS_LIVE)) parts.push({ live: true, prices: true, ...only })
  if (wants(ODDS) && isDue) {
    const seasons = facts.competitions.filter((key) => key.includes('_'))
    const asking: Part[] =
      seasons.length > 0 ? seasons.map((sport) => ({ sport })) : [{ day: today }, { day: tomorrow }]
    for (const one of asking) {
      const part = { ...one, prices: true, ...(one.day ? only : {}) }
      if (isOlder(await facts.lastAsked(part), now, MINUTES.odds)) parts.push(part)
    }
  }
  return parts
}

function isOlder(asked: Date | null, now: Date, minutes: number): boolean {
  // Half a minute early counts as on time, as it does for schedules.
  return !asked || now.getTime() - asked.getTime() >= (minutes - 0.5) * MINUTE_MS
}

/** The remaining requests of today; null where unknown. The day of the allowance is a UTC day. */
function remainingToday(told: Awaited<ReturnType<ScheduleFacts['quota']>>, now: Date): number | null {
  return told && dayOf(told.at, 'UTC') === dayOf(now, 'UTC') ? told.remaining : null
}
