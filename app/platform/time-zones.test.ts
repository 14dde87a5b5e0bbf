import { expect, it } from 'vitest'
import { isTimeZone } from './time.ts'
import { listTimeZones, listZoneGroups, modernZone } from './time-zones.ts'

const WINTER = new Date('2026-01-15T12:00:00Z')

it('time zones have the names of today', () => {
  const zones = listTimeZones()
  expect(zones[0]).toBe('UTC')
  expect(zones.filter((zone) => !isTimeZone(zone))).toEqual([])
  const [modern, old] = [
    ['Asia/Kolkata', 'Asia/Kathmandu', 'Asia/Ho_Chi_Minh', 'Europe/Kyiv', 'Pacific/Chuuk', 'America/Nuuk'],
    ['Asia/Calcutta', 'Asia/Katmandu', 'Asia/Saigon', 'Europe/Kiev', 'Pacific/Truk', 'America/Buenos_Aires'],
  ]
  expect(zones).toEqual(expect.arrayContaining(modern))
  expect(zones.filter((zone) => old.includes(zone))).toEqual([])
  expect(new Set(zones).size).toBe(zones.length)
})

it('a time zone that is stored under its old name is the one of today', () => {
  expect(['Europe/Kiev', 'Asia/Calcutta', 'Europe/Rome', 'UTC'].map(modernZone)).toEqual([
    ...['Europe/Kyiv', 'Asia/Kolkata', 'Europe/Rome', 'UTC'],
  ])
})

it('time zones are grouped by parts of the world, with their distance from UTC', () => {
  const groups = listZoneGroups(WINTER)
  const textOf = (name: string) =>
    groups.flatMap(({ zones }) => zones).find((zone) => zone.name === name)?.text
  expect(groups.map(({ region }) => region)).toEqual(expect.arrayContaining(['', 'Africa', 'Asia', 'Europe']))
  expect(textOf('Asia/Kolkata')).toBe('Kolkata (UTC+05:30)')
  expect(textOf('America/Argentina/Buenos_Aires')).toBe('Argentina/Buenos Aires (UTC-03:00)')
  expect(textOf('Europe/London')).toBe('London (UTC+00:00)')
  expect(textOf('UTC')).toBe('UTC')
})
