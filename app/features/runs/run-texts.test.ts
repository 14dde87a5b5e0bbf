import { describe, expect, it } from 'vitest'
import admin from '../../../locales/en/admin.json'
import { reasonKey, requestErrorKey, runErrorKey, sourceText } from './run-texts.ts'

const t = (key: keyof typeof admin, { defaultValue = '' } = {}) => admin[key] ?? defaultValue

describe('the text of a failed run', () => {
  it.each([
    ['sportsdb-leagues', 'http_status', 'Failed to import leagues'],
    ['sportsdb-countries', 'http_status', 'Failed to import countries'],
    ['sportsdb-seasons', 'timed_out', 'Failed to import seasons'],
    ['sportsdb-teams', 'error_answer', 'Failed to import teams'],
    ['sportsdb-events', 'http_status', 'Failed to import events'],
    ['sportsdb-events', 'mappings_unavailable', 'Error fetching team mappings'],
    ['sportsdb-events', 'matches_unavailable', 'Error fetching past matches'],
    ['promo', 'no_matches', 'No matches found for the selected sport'],
    ['the-odds-api', 'no_matches', 'No matches found for the selected sport'],
    ['promo', 'http_status', 'Import failed'],
    ['the-odds-api', 'a code of a version to come', 'Import failed'],
    ['removal', 'removal_failed', 'Error removing data'],
  ])('of %s with %s is: %s', (source, code, text) => {
    expect(t(runErrorKey(source, code))).toBe(text)
  })
})

describe('the text in place of a run', () => {
  it.each([
    ['unavailable', 'Failed to fetch sports data'],
    ['nothing_to_remove', 'No matches found to remove'],
    ['no_candidates', 'Error fetching matches'],
    ['already_running', 'This import is already running'],
    ['not_configured', 'This feed has no address or key yet: keep them on its page under Sources'],
  ] as const)('of %s is: %s', (kind, text) => {
    expect(t(requestErrorKey(kind))).toBe(text)
  })
})

it.each([
  ['no_mappings_at_all', 'No team mappings found'],
  ['request_failed', 'The sports database did not answer'],
  ['no_scores', 'The event has no final score'],
] as const)('logs %s as: %s', (reason, text) => {
  expect(t(reasonKey(reason))).toBe(text)
})

it.each([
  ['the-odds-api', 'The Odds API'],
  ['promo', 'Promotional odds feed'],
  ['a source to come', 'a source to come'],
])('names %s: %s', (source, name) => {
  expect(sourceText(t, source)).toBe(name)
})
