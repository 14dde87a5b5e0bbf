import { addDays, DAY_MS, dayOf, HOUR_MS, MINUTE_MS, startOfDay } from '#app/platform/time.ts'
import type { Part, ScheduleFacts } from '../contract.ts'

/** A match that began longer ago is over, extra time and penalties included. */
const LONGEST_MATCH_MS = 4 * HOUR_MS
/** From then on a match may be over, and is no longer among those in play. */
const USUAL_MATCH_MS = 105 * MINUTE_MS
/** A match that begins this soon is asked after. */
const LEAD_MS = 2 * MINUTE_MS
/** Requests that are kept for lists when the day's allowance runs out. */
const KEPT_FOR_LISTS = 10

/** How many minutes a day's list stays as it is. */
const MINUTES = { ending: 10, inPlay: 30, due: 180, idle: 1_440, tomorrow: 720, missing: 60, odds: 180 }

/** What a schedule asks for beside fixtures, where its operator has chosen that. */
export const ODDS = 'odds'
export const ODDS_LIVE = 'odds_live'

/**
 * A turn of the schedule follows the day's matches. While one is in play it asks for what is in play, and every half an
 * hour, or ten minutes when matches end, for the list of the day, which has the results. With matches still to come today
 * it asks for the list every three hours; with none, for the lists of today and tomorrow once a day each. Odds, where they
 * are wanted, are asked for every three hours, as often as the source renews them, and those in play with each turn.
 */
export async function plan(facts: ScheduleFacts): Promise<Part[]> {
  const { now, hasOpenMatches } = facts
  const left = await remainingToday(facts)
  if (left === 0) return []
  const at = (ms: number) => new Date(now.getTime() + ms)
  const isInPlay = await hasOpenMatches(at(-LONGEST_MATCH_MS), at(LEAD_MS))
  const isEnding = isInPlay && (await hasOpenMatches(at(-LONGEST_MATCH_MS), at(-USUAL_MATCH_MS)))
  const isDue = isInPlay || (await hasOpenMatches(at(0), at(DAY_MS)))
  const today = dayOf(now, 'UTC')
  const [yesterday, tomorrow] = [addDays(today, -1), addDays(today, 1)]
  const midnight = startOfDay(today, 'UTC')
  const isMissing = await hasOpenMatches(startOfDay(yesterday, 'UTC'), midnight)

  const competitions = facts.competitions.map((key) => key.replace(/_.*$/, ''))
  const only = competitions.length > 0 ? { competitions } : {}
  const parts: Part[] =
    isInPlay && (left ?? Number.POSITIVE_INFINITY) > KEPT_FOR_LISTS ? [{ live: true, ...only }] : []
  const lists: [day: string, minutes: number][] = [
    [today, isEnding ? MINUTES.ending : isInPlay ? MINUTES.inPlay : isDue ? MINUTES.due : MINUTES.idle],
    [tomorrow, MINUTES.tomorrow],
  ]
  if (isMissing) lists.push([yesterday, isEnding ? MINUTES.ending : MINUTES.missing])
  for (const [day, minutes] of lists) {
    const asked = await facts.lastAsked({ day })
    if (isOlder(asked, now, minutes)) parts.push({ day, ...only })
  }
  const wants = (what: string) => facts.chosen.markets?.includes(what) ?? false
  if ((left ?? Number.POSITIVE_INFINITY) <= KEPT_FOR_LISTS) return parts
  if (isInPlay && wants(ODDS_LIVE)) parts.push({ live: true, prices: true, ...only })
  if (wants(ODDS) && isDue) {
    const seasons = facts.competitions.filter((key) => key.includes('_'))
    const asking: Part[] =
      seasons.length > 0 ? seasons.map((sport) => ({ sport })) : [{ day: today }, { day: tomorrow }]
    for (const one of asking) {
      const part = { ...one, prices: true }
      if (isOlder(await facts.lastAsked(part), now, MINUTES.odds))
        parts.push({ ...part, ...(one.day ? only : {}) })
    }
  }
  return parts
}

function isOlder(asked: Date | null, now: Date, minutes: number): boolean {
  // Half a minute early is on time, as it is for schedules.
  return !asked || now.getTime() - asked.getTime() >= (minutes - 0.5) * MINUTE_MS
}

/** Requests that are left of today's; null where that is not known. The day of the allowance is that of UTC. */
async function remainingToday({ now, quota }: ScheduleFacts): Promise<number | null> {
  const told = await quota()
  return told && dayOf(told.at, 'UTC') === dayOf(now, 'UTC') ? told.remaining : null
}
