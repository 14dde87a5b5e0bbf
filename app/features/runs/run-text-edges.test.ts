import { expect, it } from 'vitest'
import { isFeed, reasonKey, requestErrorKey, runErrorKey, sourceText } from './run-texts.ts'

it.each([
  ['promo', 'unknown', 'import.error.failed'],
  ['promo', 'no_matches', 'import.error.no-matches'],
  ['sportsdb-teams', 'not_configured', 'import.error.not-configured'],
  ['the-odds-api', 'unset_address', 'sources.problem-environment-key'],
  ['promo', 'mappings_unavailable', 'import.error.mappings'],
  ['promo', 'matches_unavailable', 'import.error.past-matches'],
  ['sportsdb-countries', 'x', 'import.error.countries'],
  ['sportsdb-leagues', 'x', 'import.error.leagues'],
  ['sportsdb-seasons', 'x', 'import.error.seasons'],
  ['sportsdb-teams', 'x', 'import.error.teams'],
  ['sportsdb-events', 'x', 'import.error.events'],
  ['removal', 'x', 'remove.error.failed'],
])('a run of %s that failed with %s has the text %s', (source, code, key) => {
  expect(runErrorKey(source, code)).toBe(key)
})

it.each([
  ['already_running', 'import.error.already-running'],
  ['not_configured', 'import.error.not-configured'],
  ['unavailable', 'import.error.sports'],
  ['nothing_to_remove', 'remove.error.none'],
  ['no_candidates', 'remove.error.matches'],
] as const)('a request that ended as %s has the text %s', (kind, key) => {
  expect(requestErrorKey(kind)).toBe(key)
})

it.each([
  ['promo', true],
  ['the-odds-api', true],
  ['sportsdb-teams', false],
  ['removal', false],
])('%s is a feed: %s', (source, expected) => {
  expect(isFeed(source)).toBe(expected)
})

it('names sources, and unknown ones by their code', () => {
  const translate = (key: string, { defaultValue }: { defaultValue: string }) => `${key}|${defaultValue}`
  expect(sourceText(translate, 'the-odds-api')).toBe('import.source.the-odds-api|the-odds-api')
  expect(sourceText(translate, 'promo')).toBe('import.source.promo|promo')
  expect(sourceText(translate, 'promo:alpha')).toBe('import.source.promo|promo (alpha)')
})

it('writes reasons with hyphens', () => {
  expect(reasonKey('no_free_match' as Parameters<typeof reasonKey>[0])).toBe('import.reason.no-free-match')
})
