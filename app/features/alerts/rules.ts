import { toLocalText } from '#app/platform/time.ts'

/** The times of day without alerts, HH:MM. Equal times: none. */
export interface QuietHours {
  from: string
  until: string
  timeZone: string
}

/** Whether an instant is in the quiet hours, which can include midnight. */
export function isQuiet(now: Date, { from, until, timeZone }: QuietHours): boolean {
  const time = toLocalText(now, timeZone).slice(-5)
  if (from === until) return false
  return from < until ? time >= from && time < until : time >= from || time < until
}
