import { distanceFromUtc, HOUR_MS } from './time.ts'

/** Names that Intl still lists under what places were called before, and the names of the time zone database today. */
const RENAMED: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Louisville': 'America/Kentucky/Louisville',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

/** The name that a zone has today, also of one that was stored or named by a browser under its old name. */
export function modernZone(zone: string): string {
  return RENAMED[zone] ?? zone
}

/** The names of all time zones, UTC first. */
export function listTimeZones(): string[] {
  const names = Intl.supportedValuesOf('timeZone').map(modernZone).sort()
  return [...new Set(['UTC', ...names])]
}

/** Zones of a part of the world, to be chosen from. */
export interface ZoneGroup {
  /** 'Europe'; empty for zones of no part. */
  region: string
  zones: { name: string; text: string }[]
}

let known: { hour: number; groups: ZoneGroup[] } | undefined

/** All time zones by the parts of the world, each with its distance from UTC: 'Kolkata (UTC+05:30)'. */
export function listZoneGroups(now: Date): ZoneGroup[] {
  const hour = Math.floor(now.getTime() / HOUR_MS)
  if (known?.hour !== hour) {
    const byRegion = Map.groupBy(listTimeZones(), (name) => name.slice(0, Math.max(name.indexOf('/'), 0)))
    const groups = [...byRegion].map(([region, names]) => ({
      region,
      zones: names.map((name) => ({ name, text: textOf(name, region, now) })),
    }))
    known = { hour, groups }
  }
  return known.groups
}

function textOf(zone: string, region: string, now: Date): string {
  if (region === '') return zone
  return `${zone.slice(region.length + 1).replaceAll('_', ' ')} (${distanceFromUtc(zone, now)})`
}
