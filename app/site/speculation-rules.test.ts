import { describe, expect, it } from 'vitest'
import { robotsDisallow } from '#app/platform/paths.ts'
import { SPECULATION_RULES } from './speculation-rules.ts'

const ORIGIN = 'https://odds.example'
const [{ where }] = JSON.parse(SPECULATION_RULES).prerender
const excluded: string[] = where.and.flatMap(
  (it: { not?: { href_matches?: string[] } }) => it.not?.href_matches ?? [],
)
const isExcluded = (path: string) => excluded.some((it) => new URLPattern(it, ORIGIN).test(path, ORIGIN))

describe('what a browser prerenders on hover', () => {
  // Robots must not visit them either.
  const screens = robotsDisallow().filter((it) => it.endsWith('$'))

  it.each([
    ...screens.map((it) => it.slice(0, -1).replace('*', 'en')),
    ...['/de/new-alert?match=1&type=totals', '/it/new-bet?match=1', '/en/stop-alerts?token=1'],
    ...['/go/b1/2.match.en', '/admin', '/admin/runs', '/media/a.png', '/resources/my-bets', '/api/v1/sports'],
    ...['/feeds/en/soccer/italy/serie-a.ics', '/feeds/en/promotions.xml'],
  ])('is not %s', (path) => {
    expect(isExcluded(path)).toBe(true)
  })

  it.each([
    '/en',
    '/en/soccer/italy/serie-a',
    '/en/sure-bets',
    '/en/soccer/italy/serie-a/inter-vs-milan?type=totals',
    '/en/api',
  ])('may be %s', (path) => {
    expect(isExcluded(path)).toBe(false)
  })
})
