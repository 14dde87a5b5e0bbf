import { CronExpressionParser } from 'cron-parser'
import { MINUTE_MS } from '#app/platform/time.ts'

/** Minute, hour, day, month, weekday. The library would also take seconds, and fill up a line that is too short. */
const FIELDS = 5

/** Whether a line is one of crontab(5). */
export function isCronLine(line: string): boolean {
  if (line.trim().split(/\s+/).length !== FIELDS) return false
  try {
    CronExpressionParser.parse(line.trim())
    return true
  } catch {
    return false
  }
}

/** Dues that are looked at for the shortest time between two: an hour of minutes, or two months of days. */
const DUES = 60

/** The shortest time between two dues of a cron line after `now`, in whole minutes. @throws for what is no cron line */
export function shortestMinutes(line: string, now: Date, timeZone: string): number {
  const dues = CronExpressionParser.parse(line.trim(), { currentDate: now, tz: timeZone })
  const times = Array.from({ length: DUES }, () => dues.next().getTime())
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0))
  return Math.max(1, Math.round(Math.min(...gaps) / MINUTE_MS))
}

/** The last instant up to `now` that a cron line means in a time zone. @throws for what is no cron line */
export function lastDue(line: string, now: Date, timeZone: string): Date {
  // The library looks before the instant that it is given.
  const currentDate = new Date(now.getTime() + 1)
  return CronExpressionParser.parse(line.trim(), { currentDate, tz: timeZone }).prev().toDate()
}
