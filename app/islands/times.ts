import {
  type DateStyle,
  dayOf,
  formatDate,
  formatRelative,
  visitorZone,
  zoneName,
} from '#app/platform/time.ts'

/**
 * Converts times from the server's zone to the visitor's: once before the first paint, and for content that is fetched
 * later.
 */
export function localise(root: ParentNode): void {
  const { lang } = document.documentElement
  const zone = visitorZone()
  if (zone === document.body.dataset.zone) return
  for (const time of root.querySelectorAll<HTMLTimeElement>('time[data-time], .when > time:not([hidden])'))
    write(time, lang, zone)
  for (const day of root.querySelectorAll('.when > [data-day]')) writeDay(day, lang, zone)
  const note = root.querySelector<HTMLElement>('[data-times]')
  if (note) note.textContent = note.dataset.times?.replace('{zone}', zoneName(zone, lang)) ?? ''
  for (const list of root.querySelectorAll<HTMLElement>('[data-days]')) regroup(list, lang, zone)
}

/** Texts that change with time: Today, and relative times. */
export function renewTimes(): void {
  const { lang } = document.documentElement
  const zone = visitorZone()
  for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-time=relative]'))
    write(time, lang, zone)
  for (const day of document.querySelectorAll('.when > [data-day]')) writeDay(day, lang, zone)
}

function write(time: HTMLTimeElement, lang: string, zone: string): void {
  const text = textOf(new Date(time.dateTime), time.dataset.time, lang, zone)
  if (time.textContent !== text) time.textContent = text
}

function textOf(at: Date, style: string | undefined, lang: string, zone: string): string {
  if (style === 'relative') return formatRelative(at, new Date(), lang) ?? document.body.dataset.now ?? ''
  return formatDate(at, (style ?? 'time') as DateStyle, lang, zone)
}

/** The day of the preceding time, or the word Today if it is today. */
function writeDay(day: Element, lang: string, zone: string): void {
  const time = day.previousElementSibling
  if (!(time instanceof HTMLTimeElement)) return
  const [at, now] = [new Date(time.dateTime), new Date()]
  const isToday = at > now && dayOf(at, zone) === dayOf(now, zone)
  const text = isToday ? document.body.dataset.today : formatDate(at, 'shortDate', lang, zone)
  if (text && day.textContent !== text) day.textContent = text
}

/** When the match of a row starts. */
function startOf(row: Element): string {
  return row.querySelector<HTMLTimeElement>('.when > time')?.dateTime ?? ''
}

/** Groups rows by the visitor's days, with the heading of the first row. */
function regroup(list: HTMLElement, lang: string, zone: string): void {
  const groups = [...list.children]
  const model = groups[0]
  if (!model) return
  const rows = groups.flatMap((group) => [...group.querySelectorAll<HTMLElement>('.match')])
  const days = Map.groupBy(rows, (row) => dayOf(new Date(startOf(row)), zone))
  list.replaceChildren(
    ...[...days.values()].map((ofDay) => {
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
