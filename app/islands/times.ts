import {
  type DateStyle,
  formatDate,
  formatRelative,
  MINUTE_MS,
  visitorZone,
  zoneName,
} from '#app/platform/time.ts'

/** How far the visitor's clock is behind the server's, in milliseconds; negative for one that is fast. */
let behind = 0
/** A difference up to this is no fault of the clock: an answer is under way for some seconds. */
const TOLERATED_MS = 2 * MINUTE_MS

/** The time, in milliseconds since 1970. The clock of a visitor's computer can be wrong by hours. */
export const timeNow = (): number => Date.now() + behind

/** Compares the visitor's clock with the time that an answer of the server states (resources/me). */
export function watchClock(): void {
  new PerformanceObserver((list) => {
    for (const { serverTiming, responseEnd } of list.getEntries() as PerformanceResourceTiming[]) {
      const time = serverTiming?.find(({ name }) => name === 'now')?.duration
      // A tab that was frozen hears of it late.
      if (!time || performance.now() - responseEnd > TOLERATED_MS) continue
      behind = time - Date.now()
      if (Math.abs(behind) < TOLERATED_MS) behind = 0
      renewTimes()
    }
  }).observe({ type: 'resource' })
}

/** The word or date of a time's day. */
const DAY = '.when > time + [data-day]'
const ABSOLUTE = 'time[data-time]:not([data-time=relative]), .when > time:not([hidden])'

/**
 * Converts times from the server's zone to the visitor's: once before the first paint, and for content that is fetched
 * later. Relative times are the same in every zone.
 */
export function localise(root: ParentNode): void {
  const { lang } = document.documentElement
  const zone = visitorZone()
  if (zone === document.body.dataset.zone) return
  for (const time of root.querySelectorAll<HTMLTimeElement>(ABSOLUTE)) write(time, lang, zone)
  for (const day of root.querySelectorAll<HTMLElement>(DAY)) writeDay(day, lang, zone)
  const note = root.querySelector<HTMLElement>('[data-times]')
  if (note) note.textContent = note.dataset.times?.replace('{zone}', zoneName(zone, lang)) ?? ''
  for (const list of root.querySelectorAll<HTMLElement>('[data-days]')) regroup(list, lang, zone)
}

/** The words of the tabs of days, such as Today, hold while the visitor's day is the site's; otherwise dates replace them. */
function nameDays(): void {
  for (const tab of document.querySelectorAll<HTMLElement>('[data-on]')) {
    const { on, name, date } = tab.dataset
    put(tab, on === dayKey(new Date(timeNow())) ? name : date)
  }
}

/** Texts that change with time: Today, and relative times. */
export function renewTimes(): void {
  const { lang } = document.documentElement
  const zone = visitorZone()
  const now = new Date(timeNow())
  for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-time=relative]'))
    put(time, formatRelative(new Date(time.dateTime), now, lang) ?? document.body.dataset.now)
  const { today } = document.body.dataset
  for (const day of document.querySelectorAll<HTMLElement>(DAY))
    if (isToday(day, now) !== (day.textContent === today)) writeDay(day, lang, zone, now)
  nameDays()
}

function write(time: HTMLTimeElement, lang: string, zone: string): void {
  put(time, formatDate(new Date(time.dateTime), (time.dataset.time ?? 'time') as DateStyle, lang, zone))
}

/** Writes a text only if it differs: each write makes the browser lay out the page. */
function put(element: Element, text: string | undefined): void {
  if (text !== undefined && element.textContent !== text) element.textContent = text
}

function instantOf(day: Element): Date {
  return new Date((day.previousElementSibling as HTMLTimeElement).dateTime)
}

/** Whether a match of today is still to come. */
function isToday(day: Element, now: Date): boolean {
  const at = instantOf(day)
  return at > now && dayKey(at) === dayKey(now)
}

/** The day of the preceding time, unless a heading shows it, or the word Today if it is today. */
function writeDay(day: HTMLElement, lang: string, zone: string, now = new Date(timeNow())): void {
  const isNow = isToday(day, now)
  day.classList.toggle('today', isNow)
  const text = isNow
    ? document.body.dataset.today
    : day.dataset.day
      ? ''
      : formatDate(instantOf(day), 'shortDate', lang, zone)
  put(day, text)
}

/** Equal for instants of the same day of the visitor's system. A first formatter takes tens of milliseconds, this none. */
function dayKey(at: Date): string {
  return at.toDateString()
}

/** When the match of a row starts. */
function startOf(row: Element): string {
  return row.querySelector<HTMLTimeElement>('.when > time')?.dateTime ?? ''
}

/** Groups rows by the visitor's days, with the heading of the first row. Rows of a day can be in any order. */
function regroup(list: HTMLElement, lang: string, zone: string): void {
  const groups = [...list.children]
  const model = groups[0]
  if (!model) return
  const rows = groups.flatMap((group) => [...group.querySelectorAll<HTMLElement>('.match')])
  const days = Map.groupBy(rows, (row) => dayKey(new Date(startOf(row))))
  const firstOf = (ofDay: HTMLElement[]) => Math.min(...ofDay.map((row) => Date.parse(startOf(row))))
  const inOrder = [...days.values()].toSorted((one, other) => firstOf(one) - firstOf(other))
  list.replaceChildren(
    ...inOrder.map((ofDay) => {
      const group = model.cloneNode(true) as HTMLElement
      const time = group.querySelector('time')
      if (time) {
        time.dateTime = ofDay[0] ? startOf(ofDay[0]) : ''
        write(time, lang, zone)
      }
      group.querySelector('ul')?.replaceChildren(...ofDay)
      return group
    }),
  )
}
