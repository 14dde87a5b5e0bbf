import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { createI18n, type Labels } from '#app/platform/i18n/i18n.ts'
import { I18nContext } from '#app/platform/i18n/use-translation.ts'
import { type Rendered, RenderedContext } from '#app/ui/clock.tsx'
import { createPartWriter } from '#app/ui/kept.server.tsx'
import { type WritePart, WritePartContext } from '#app/ui/kept.tsx'
import common from '../../../../locales/ar/common.json'
import matchTexts from '../../../../locales/ar/matches.json'
import { NO_HEADLINE } from '../../odds/headline.ts'
import type { MatchSummary } from '../schema.ts'
import { FeaturedCarousel } from './featured-carousel.tsx'
import { MatchTable } from './match-table.tsx'

const KICK_OFF = Date.parse('2026-03-01T15:00:30Z')
const MINUTE = 60_000
const LABELS: Labels = { common, matches: matchTexts }
const arabic = createI18n('ar', LABELS)

/** Names as feeds bring them, with everything that markup escapes. */
function match(rest: Partial<MatchSummary> = {}): MatchSummary {
  return {
    id: '6cbb1e0c-9f5b-4b1c-9a39-04f7f3e2b0aa',
    slug: 'a-vs-b',
    ambiguous: false,
    home: `Ham & Sons <b> "FC" 's`,
    away: 'الأهلي',
    homeBadge: 'https://img.example/a.png?x=1&y=2',
    awayBadge: null,
    startTime: new Date(KICK_OFF).toISOString(),
    status: 'scheduled',
    homeScore: null,
    awayScore: null,
    liveStatus: null,
    elapsed: null,
    featured: false,
    headline: {
      ...NO_HEADLINE,
      withDraw: true,
      home: { price: 2.2, bookmaker: 'Corvane & Co', bookmakerId: 'k' },
      draw: { price: 3.4, bookmaker: null, bookmakerId: null },
      away: null,
      bookmakerCount: 3,
    },
    sport: { id: 's', name: 'Soccer', slug: 'soccer' },
    country: { id: 'c', name: 'England', slug: 'england', code: 'GB-ENG' },
    league: { id: 'l', name: 'Premier League', slug: 'premier-league', logoUrl: null },
    affiliateLink: null,
    ...rest,
  }
}

const MATCHES = [
  match(),
  match({ status: 'live', elapsed: 73, homeScore: 2, awayScore: 0 }),
  match({ status: 'finished', homeScore: 2, awayScore: 1 }),
  match({ status: 'cancelled' }),
]

function page(element: ReactElement, write: WritePart | undefined, at: number, i18n = arabic): string {
  const rendered: Rendered = { at, zone: 'Asia/Kathmandu' }
  return renderToString(
    <WritePartContext value={write}>
      <I18nContext value={i18n}>
        <RenderedContext value={rendered}>{element}</RenderedContext>
      </I18nContext>
    </WritePartContext>,
  )
}

const table = (matches: MatchSummary[]) => (
  <MatchTable caption="Today" matches={matches} buttons={BUTTONS} withCompetition place="home" />
)
const BUTTONS = [{ id: 'b', text: 'Bet <now>', bookmaker: { id: 'k', name: 'Corvane & Co' } }]

describe('what the server remembers of lists', () => {
  it.each([
    ['two days before', KICK_OFF - 2 * 24 * 60 * MINUTE],
    ['a second before kick-off', KICK_OFF - 1_000],
    ['at kick-off, within the same minute', KICK_OFF],
    ['two hours later', KICK_OFF + 120 * MINUTE],
    ['and a millisecond', KICK_OFF + 120 * MINUTE + 1],
    ['a day later', KICK_OFF + 25 * 60 * MINUTE],
  ])('is what a browser will make of it: %s', (_, at) => {
    for (const element of [table(MATCHES), <FeaturedCarousel key="featured" matches={MATCHES} />]) {
      const plain = page(element, undefined, at)
      expect(page(element, write, at)).toBe(plain)
      expect(page(element, write, at)).toBe(plain)
    }
  })
  // One for all of the instants, as in a process that serves for days.
  const write = createPartWriter()

  it('is never a price from before', () => {
    const write = createPartWriter()
    const before = match()
    page(table([before]), write, KICK_OFF - MINUTE)
    const after = match({
      headline: { ...before.headline, home: { price: 2.35, bookmaker: 'Corvane & Co', bookmakerId: 'k' } },
    })
    expect(page(table([after]), write, KICK_OFF - MINUTE)).toBe(
      page(table([after]), undefined, KICK_OFF - MINUTE),
    )
  })

  it('is never a text from before an operator changed it', () => {
    const write = createPartWriter()
    const changed = createI18n('ar', { ...LABELS, matches: { ...matchTexts, details: 'غير ذلك' } })
    page(table([match()]), write, KICK_OFF)
    expect(page(table([match()]), write, KICK_OFF, changed)).toContain('غير ذلك')
  })
})
