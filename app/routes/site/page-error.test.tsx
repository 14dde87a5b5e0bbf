import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { inEnglish } from '#tests/support/english.tsx'
import { PageError } from './page-error.tsx'

const route = vi.hoisted(() => ({ error: undefined as unknown }))

vi.mock('react-router', async (load) => ({
  ...(await load<object>()),
  useRouteError: () => route.error,
}))

/** The red message of a page that failed with this error. */
function messageOf(error: unknown): string | undefined {
  route.error = error
  const page = renderToStaticMarkup(inEnglish(<PageError />))
  return /role="alert"><h1 class="[^"]*text-danger[^"]*">([^<]*)</.exec(page)?.[1]
}

describe('the message of a failed page', () => {
  it.each([
    [
      'with the reason that the browser knows',
      new TypeError('Failed to fetch'),
      'Failed to load data: Failed to fetch',
    ],
    ['without one that only the log may hold', new Error('Unexpected Server Error'), 'Failed to load data'],
    ['without any', null, 'Failed to load data'],
  ])('is red, %s', (_, error, message) => {
    expect(messageOf(error)).toBe(message)
  })

  it.each([
    ['sport-not-found', { slug: 'quidditch' }, 'Sport not found with slug: quidditch'],
    ['country-not-found', { name: 'atlantis' }, 'Country not found: atlantis'],
    ['no-countries', {}, 'No countries found for sport'],
    ['league-not-found', { slug: 'serie-z' }, 'League not found: serie-z'],
    ['match-information-missing', {}, 'Missing match information in URL'],
    ['invalid-parameters', {}, 'Invalid URL parameters'],
    ['match-not-found', {}, 'Match not found'],
    ['no-matching-match', {}, 'Could not find a matching match'],
    ['no-league-matches', {}, 'No matches found for this league'],
  ])('is red, for %s', (text, values, message) => {
    const refusal = { status: 404, statusText: '', internal: false, data: { text, values } }
    expect(messageOf(refusal)).toBe(message)
  })
})
