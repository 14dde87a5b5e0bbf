import { CronExpressionParser } from 'cron-parser'

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

/** The last instant up to `now` that a cron line means in a time zone. @throws for what is no cron line */
export function lastDue(line: string, now: Date, timeZone: string): Date {
  // The library looks before the instant that it is given.
  const currentDate = new Date(now.getTime() + 1)
  return CronExpressionParser.parse(line.trim(), { currentDate, tz: timeZone }).prev().toDate()
}
