import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { SportSummary } from '#app/features/catalogue/schema.ts'
import { inEnglish } from '#tests/support/english.tsx'
import { shownText } from '#tests/support/html.ts'
import { matchSummary } from '#tests/support/match-summary.ts'
import { FeaturedMatches } from './featured-matches.tsx'
import { Promotions } from './promotions.tsx'
import { SportChips } from './sport-chips.tsx'

const promotion = (rest: object = {}) => ({
  id: 'p',
  bookmakerId: null,
  title: 'Welcome Offer',
  subtitle: null,
  description: null,
  imageUrl: null,
  buttonText: 'Claim',
  href: '/go/p1/.home.en',
  starRating: 4,
  startDate: '2026-01-01T00:00:00.000Z',
  endDate: null,
  ...rest,
})
const sport = (id: string): SportSummary => ({
  id,
  name: id,
  slug: id,
  iconName: null,
  iconUrl: null,
  iconSvg: null,
})
const ids = ['1', '2', '3']
const htmlOf = (element: ReactNode) => renderToStaticMarkup(inEnglish(element))

describe('a strip', () => {
  // app/islands/carousel.ts reads these attributes.
  it.each<[string, ReactNode, phone: number, desktop: number, byItself: 'auto' | '']>([
    [
      'the promotions',
      <Promotions key="p" promotions={ids.map((id) => promotion({ id }))} />,
      280,
      380,
      'auto',
    ],
    [
      'the sport chips',
      <SportChips key="s" sports={ids.map(sport)} current={null} hrefOf={() => ''} />,
      200,
      200,
      '',
    ],
    [
      'the featured matches of a league',
      <FeaturedMatches key="f" matches={ids.map((id) => matchSummary({ id }))} buttons={[]} />,
      280,
      350,
      'auto',
    ],
  ])('moves %s by their own step', (_, element, phone, desktop, byItself) => {
    const html = htmlOf(element)
    expect(html).toContain(`data-carousel="${byItself}" data-phone="${phone}" data-desktop="${desktop}"`)
    expect(html.match(/data-way="-?1"/g)).toHaveLength(2)
  })
})

describe('a promotion', () => {
  it('has initials when its image fails, and a drawn mark when it has none', () => {
    expect(htmlOf(<Promotions promotions={[promotion({ imageUrl: '/offer.png' })]} />)).toMatch(
      /<img src="\/offer.png" [^>]*data-fallback="WO"/,
    )
    expect(htmlOf(<Promotions promotions={[promotion()]} />)).toMatch(/<li[^>]*><svg class="mark">/)
  })

  it('shows its texts, its end and its link', () => {
    const texts = { subtitle: 'Welcome', description: 'Doubled.', endDate: '2026-05-04T12:00:00.000Z' }
    const html = htmlOf(<Promotions promotions={[promotion(texts)]} />)
    expect(shownText(html)).toMatch(/Welcome Offer Welcome · Doubled\. .*May 4, 2026 Claim/)
    expect(html).toMatch(/<a href="\/go\/p1\/\.home\.en"[^>]*>Claim</)
    expect(htmlOf(<Promotions promotions={[promotion()]} />)).not.toContain('data-ends')
  })

  it.each([0, 3, 5])('shows %i of five stars filled', (starRating) => {
    const html = htmlOf(<Promotions promotions={[promotion({ starRating })]} />)
    const [, filled = '', rest = ''] = /aria-label="Rated \d out of 5">(★*)<i>(★*)<\/i>/.exec(html) ?? []
    expect([filled.length, rest.length]).toEqual([starRating, 5 - starRating])
    expect(html).toContain(`aria-label="Rated ${starRating} out of 5"`)
  })
})
