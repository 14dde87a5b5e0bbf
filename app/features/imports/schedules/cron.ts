import { CronExpressionParser } from 'cron-parser'
import { MINUTE_MS } from '#app/platform/time.ts'

/** Minute, hour, day, month, weekday. The library also accepts seconds, and completes a line with missing fields. */
const FIELDS = 5

/** Whether a line is a valid line of crontab(5). */
export function isCronLine(line: string): boolean {
  if (line.trim().split(/\s+/).length !== FIELDS) return false
  try {
    CronExpressionParser.parse(line.trim())
    return true
  } catch {
    return false
  }
}

/** Due times that are compared to find the shortest interval: an hour of minutes, or two months of days. */
const DUES = 60

/**
 * The shortest interval between two due times of a cron line after `now`, in whole minutes. @throws for an invalid line
 */
export function shortestMinutes(line: string, now: Date, timeZone: string): number {
  const dues = CronExpressionParser.parse(line.trim(), { currentDate: now, tz: timeZone })
  const times = Array.from({ length: DUES }, () => dues.next().getTime())
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0))
  return Math.max(1, Math.round(Math.min(...gaps) / MINUTE_MS))
}

/** The last due time of a cron line up to `now` in a time zone. @throws for an invalid line */
export function lastDue(line: string, now: Date, timeZone: string): Date {
  // The library searches before the given instant, exclusive.
  const currentDate = new Date(now.getTime() + 1)
  return CronExpressionParser.parse(line.trim(), { currentDate, tz: timeZone }).prev().toDate()
}

/** The first due time of a cron line after `now` in a time zone. @throws for an invalid line */
export function nextDue(line: string, now: Date, timeZone: string): Date {
  return CronExpressionParser.parse(line.trim(), { currentDate: now, tz: timeZone }).next().toDate()
}
