import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { MatchStatistics } from '#app/features/matches/components/match-statistics.tsx'
import type { Fixture, MatchSummary, PastMatch } from '#app/features/matches/schema.ts'
import { NO_HEADLINE } from '#app/features/odds/headline.ts'
import { fromNumber } from '#app/features/odds/prices.ts'
import { RenderedContext } from '#app/ui/clock.tsx'
import { inEnglish } from '#tests/support/english.tsx'
import { readHtml } from '#tests/support/html.ts'
import { matchSummary } from '#tests/support/match-summary.ts'
import { Chances } from './chances.tsx'
import { Competition } from './competition.tsx'
import { DayTabs } from './day-tabs.tsx'
import { HeadToHead } from './head-to-head.tsx'
import { MatchCard } from './match-card.tsx'
import { MatchGroup } from './match-group.tsx'
import { MatchHead } from './match-head.tsx'
import { Picks } from './picks.tsx'
import { TeamForms } from './team-forms.tsx'

/** A part of a page at an instant, in UTC. */
const draw = (element: ReactNode, at: string) =>
  readHtml(
    renderToStaticMarkup(
      inEnglish(<RenderedContext value={{ at: Date.parse(at), zone: 'UTC' }}>{element}</RenderedContext>),
    ),
  )
type Part = ReturnType<typeof draw>
const ofClass = (html: Part, tag: string, name: string) =>
  html
    .all(tag)
    .filter((one) => one.attribute('class') === name)
    .map(({ text }) => text)

const price = (value: number) => ({ price: value, bookmaker: 'Alphabet', bookmakerId: 'a' })
const PRICES = { home: 1.6, draw: 4, away: 5.25 }
const HEADLINE = {
  ...{ home: price(PRICES.home), draw: price(PRICES.draw), away: price(PRICES.away) },
  ...{ bookmakerCount: 3, typed: false, withDraw: true, confirmedAt: null, validUntil: null },
}

it('the days of a sport are those around today and the chosen one, each with its own address', () => {
  const links = draw(<DayTabs sport="tennis" day="2026-03-08" />, '2026-02-27T12:00Z').all('a')
  const query = (day: string) => `?sport=tennis&day=${day}`
  expect(links.map((link) => [link.text, link.attribute('href'), link.attribute('aria-current')])).toEqual([
    ['Yesterday', query('2026-02-26'), undefined],
    ['Today', query('2026-02-27'), undefined],
    ['Tomorrow', query('2026-02-28'), undefined],
    ['Sun, Mar 1', query('2026-03-01'), undefined],
    ['Sun, Mar 8', query('2026-03-08'), 'page'],
  ])
})

it('the head of a match to come has its time once, its day and the time until then, and no word for a day of the site', () => {
  const head = <MatchHead match={matchSummary()} fixture={null} turns={null} teamHref={() => null} />
  expect(ofClass(draw(head, '2026-03-01T12:00Z'), 'p', 'figure')).toEqual(['15:00'])
  expect(ofClass(draw(head, '2026-03-01T12:00Z'), 'p', 'status')).toEqual(['Kick-off: Mar 1 in 3 h'])
})

describe('a row of a match', () => {
  /** Inter – Milan, on March 1 at 15:00. */
  const row = (at: string, match: Partial<MatchSummary> = {}, place: 'home' | 'league' = 'home') =>
    draw(
      <MatchGroup matches={[matchSummary({ headline: HEADLINE, ...match })]} buttons={[]} place={place}>
        <h3>Serie A</h3>
      </MatchGroup>,
      at,
    )

  it.each([
    ['2026-02-27T12:00Z', '15:00 Mar 1'],
    ['2026-03-01T12:00Z', '15:00 Today'],
    ['2026-03-01T15:00Z', 'LIVE 12′'],
  ])('at %s says %s', (at, text) => {
    expect(ofClass(row(at, { elapsed: 12 }), 'span', 'when')).toEqual([text])
  })

  it('has no date in a list of a league by days, unless it is a result', () => {
    const when = (at: string, match: Partial<MatchSummary> = {}) =>
      ofClass(row(at, match, 'league'), 'span', 'when')
    expect(when('2026-02-27T12:00Z')).toEqual(['15:00'])
    expect(when('2026-03-04T12:00Z', { status: 'finished', homeScore: 2, awayScore: 1 })).toEqual([
      '15:00 Mar 1',
    ])
  })

  it('has the score of a result, also of one without goals', () => {
    const teams = (homeScore: number | null, awayScore: number | null) =>
      ofClass(row('2026-03-04T12:00Z', { status: 'finished', homeScore, awayScore }), 'span', 'team')
    expect(teams(2, 1)).toEqual(['Inter 2', 'Milan 1'])
    expect(teams(0, 0)).toEqual(['Inter 0', 'Milan 0'])
    expect(teams(null, null)).toEqual(['Inter', 'Milan'])
  })

  it('has the badges of both teams, or drawn crests', () => {
    const images = (match: Partial<MatchSummary>) =>
      row('2026-02-27T12:00Z', match)
        .all('img')
        .map((image) => image.attribute('src'))
    expect(images({ homeBadge: '/inter.png', awayBadge: '/milan.png' })).toEqual(['/inter.png', '/milan.png'])
    const drawn = row('2026-02-27T12:00Z')
    expect(drawn.all('svg').filter((one) => one.attribute('class') === 'crest')).toHaveLength(2)
  })

  it('says that a sure bet returns up to its return where the sides can be level', () => {
    const headline = { ...HEADLINE, home: price(2.15), draw: null, away: price(2.05), withDraw: false }
    const noteOf = (slug: string) =>
      ofClass(
        row('2026-02-27T12:00Z', { headline, sport: { id: slug, name: slug, slug } }),
        'small',
        'note sure',
      )
    expect(noteOf('american-football')).toEqual(['Sure bet: up to 4.94% return'])
    expect(noteOf('basketball')).toEqual(['Sure bet: 4.94%'])
  })

  it('has the prices of its outcomes with two decimals, that of the draw only where it is quoted', () => {
    const prices = (withDraw: boolean) => {
      const html = row('2026-02-27T12:00Z', {
        headline: { ...HEADLINE, draw: withDraw ? HEADLINE.draw : null, withDraw },
      })
      return ofClass(html, 'span', 'price')
    }
    expect(prices(true)).toEqual([
      'Home win: 1.60 Alphabet',
      'Draw: 4.00 Alphabet',
      'Away win: 5.25 Alphabet',
    ])
    expect(prices(false)).toEqual(['Home win: 1.60 Alphabet', 'Away win: 5.25 Alphabet'])
    const signs = (withDraw: boolean) => {
      const headline = { ...HEADLINE, draw: withDraw ? HEADLINE.draw : null, withDraw }
      const card = <MatchCard match={matchSummary({ headline })} buttons={[]} place="country" />
      return draw(card, '2026-02-27T12:00Z')
        .all('em')
        .map(({ text }) => text)
    }
    expect([signs(true), signs(false)]).toEqual([
      ['1', 'X', '2'],
      ['1', '2'],
    ])
  })

  it('has a column for the draw if a match of another day has one, because the browser moves rows between days', () => {
    const [drawn, other] = [matchSummary({ headline: HEADLINE }), matchSummary({ headline: NO_HEADLINE })]
    const columns = (sharing?: MatchSummary[]) =>
      draw(
        <MatchGroup matches={[other]} buttons={[]} place="league" sharing={sharing}>
          {null}
        </MatchGroup>,
        '2026-02-27T12:00Z',
      )
        .all('span')
        .slice(0, 3)
        .map(({ text }) => text)
    expect(columns([drawn, other])).toEqual(['1', 'X', '2'])
    expect(columns()).toEqual(['1', '2', 'Payout'])
  })

  it('has the number of bookmakers, with a name; none where nobody quotes it', () => {
    expect(ofClass(row('2026-02-27T12:00Z'), 'span', 'books')).toEqual(['Books', 'Books: 3'])
    const one = { headline: { ...HEADLINE, bookmakerCount: 1 } }
    expect(ofClass(row('2026-02-27T12:00Z', one), 'span', 'books')).toEqual(['Books', 'Books: 1'])
    expect(ofClass(row('2026-02-27T12:00Z', { headline: NO_HEADLINE }), 'span', 'books')).toEqual([
      'Books',
      '',
    ])
  })
})

describe('a match in play', () => {
  const match = matchSummary({
    ...{ elapsed: 12, homeScore: 2, awayScore: 1, headline: { ...NO_HEADLINE, withDraw: true } },
    ...{ closing: PRICES, affiliateLink: 'https://match.example/' },
  })
  const buttons = [{ id: 'b', text: 'Bet', bookmaker: null }]

  it.each([
    [
      'row',
      <MatchGroup key="" matches={[match]} buttons={buttons} place="home">
        {null}
      </MatchGroup>,
    ],
    ['card', <MatchCard key="" match={match} buttons={buttons} place="country" />],
  ])('has its minute, score and closing odds in a %s, and no way out', (_, list) => {
    const html = draw(list, '2026-03-01T15:15Z')
    expect(ofClass(html, 'span', 'when')).toEqual(['LIVE 12′'])
    expect(ofClass(html, 'span', 'team')).toEqual(['Inter 2', 'Milan 1'])
    expect(ofClass(html, 'span', 'price closed').map((it) => it.slice(-4))).toEqual(['1.60', '4.00', '5.25'])
    expect(ofClass(html, 'small', 'note')).toEqual(['Closing odds'])
    expect(html.all('a').map((it) => it.attribute('href'))).toEqual([
      '/en/soccer/italy/serie-a/inter-vs-milan',
    ])
  })
})

describe('the picks of a match', () => {
  it('are the longer and the shorter price of a side, the shorter with its implied chance', () => {
    const text = (title: string) => ({ title, text: `About ${title}` })
    const html = draw(
      <Picks
        prices={PRICES}
        headline={HEADLINE}
        teams={{ home: 'Inter', away: 'Milan' }}
        content={{
          ...text('Inter – Milan'),
          highestWin: text('Highest Win'),
          safestBet: text('Safest Bet'),
          historyOf: text,
        }}
      />,
      '2026-02-27T12:00Z',
    )
    expect(ofClass(html, 'div', 'box')).toEqual([
      'Highest Win Milan 5.25 About Highest Win',
      'Safest Bet Inter 1.60 About Safest Bet Implied probability: 62.5%',
    ])
  })
})

describe('the implied probabilities of a match', () => {
  it('are 100 divided by each price, to one decimal', () => {
    const prices = Object.values(PRICES).map(fromNumber)
    const html = draw(
      <Chances market={{ type: 'match_result' }} prices={prices} names={['Inter', 'Draw', 'Milan']} />,
      '2026-02-27T12:00Z',
    )
    expect(html.all('dd').map((one) => one.all('bdi')[0]?.text)).toEqual(['62.5%', '25.0%', '19.0%'])
    expect(html.all('dt').map(({ text }) => text)).toEqual(['Inter', 'Draw', 'Milan'])
    // The shares of their sum.
    expect(html.all('rect').map((bar) => [bar.attribute('x'), bar.attribute('width')])).toEqual([
      ['0.00', '58.66'],
      ['58.66', '23.46'],
      ['82.12', '17.88'],
    ])
  })
})

describe('the statistics of a match', () => {
  const none = { home: null, away: null }
  const fixture: Fixture = {
    ...{ statusShort: 'PEN', statusLong: 'Match Finished', elapsed: 120, round: 'Final' },
    ...{ homeLogo: null, awayLogo: null, goals: { home: 1, away: 2 } },
    ...{ halfTime: { home: 3, away: 4 }, fullTime: { home: 5, away: 6 } },
    ...{ extraTime: { home: 7, away: 8 }, penalties: { home: 9, away: 10 } },
    ...{ venue: 'San Siro', city: 'Milan', referee: 'P. Collina' },
  }
  const lines = (more: Partial<Fixture> = {}) =>
    draw(<MatchStatistics fixture={{ ...fixture, ...more }} />, '2026-02-27T12:00Z')
      .all('dl')[0]
      ?.all('div')
      .map(({ text }) => text)

  it('have a line for each part of its fixture that is known', () => {
    expect(lines()).toEqual([
      ...['Round Final', 'Half time 3–4', 'Full time 5–6', 'Extra time 7–8', 'Penalties 9–10'],
      ...['Venue San Siro, Milan', 'Referee P. Collina'],
    ])
    const unknown = {
      round: null,
      fullTime: none,
      extraTime: none,
      penalties: none,
      venue: null,
      referee: null,
    }
    expect(lines(unknown)).toEqual(['Half time 3–4', 'Venue Milan'])
    expect(lines({ ...unknown, halfTime: { home: 3, away: null }, city: null })).toEqual([])
  })

  it('have scores from left to right, and names in their own direction', () => {
    const drawn = draw(<MatchStatistics fixture={fixture} />, '2026-02-27T12:00Z')
    const isolated = ['Final', '3–4', '5–6', '7–8', '9–10', 'San Siro, Milan', 'P. Collina']
    expect(drawn.all('bdi').map(({ text }) => text)).toEqual(isolated)
  })
})

describe('the last matches of a team', () => {
  const past = (
    id: string,
    home: string,
    away: string,
    scores: [number, number] | null,
    [homeOdds, drawOdds, awayOdds]: (number | null)[] = [],
  ): PastMatch => ({
    ...{ id, home, away, startTime: `2026-02-${id}T15:00:00Z`, example: false },
    ...{ homeScore: scores?.[0] ?? null, awayScore: scores?.[1] ?? null },
    ...{ homeOdds: homeOdds ?? null, drawOdds: drawOdds ?? null, awayOdds: awayOdds ?? null, address: null },
  })
  const history = (team: string) => ({ title: `${team} lately`, text: '' })
  const dotsOf = (matches: PastMatch[]) =>
    draw(
      <TeamForms teams={[{ name: 'Inter', href: '/en/inter', matches }]} history={history} />,
      '2026-02-27T12:00Z',
    )
      .all('span')
      .filter((one) => one.attribute('role') === 'img')
      .map((dot) => [dot.attribute('class'), dot.attribute('aria-label')])

  it('are what the odds predicted where no score is known', () => {
    const odds = [
      ...[
        [1.3, 5, 9],
        [2.4, 2.5, 3.9],
        [3, 2, 3],
        [3.9, 2.5, 2.4],
        [9, 5, 1.3],
      ],
    ]
    const predicted = odds.map((of, at) => past(`1${at}`, 'Inter', 'Roma', null, of))
    expect(dotsOf(predicted)).toEqual([
      ['outcome won ', 'Win'],
      ['outcome won ', 'Win or draw'],
      ['outcome drawn ', 'Draw'],
      ['outcome lost ', 'Lose or draw'],
      ['outcome lost ', 'Lose'],
    ])
  })

  it('are dots for a win, a draw and a defeat, in their order, each with its result', () => {
    const matches = [
      past('21', 'Inter', 'Roma', [2, 0]),
      past('14', 'Genoa', 'Inter', [1, 1]),
      past('10', 'Lazio', 'Inter', [3, 1]),
      past('03', 'Inter', 'Parma', null),
      past('01', 'Como', 'Inter', [0, 4]),
    ]
    const html = draw(
      <TeamForms teams={[{ name: 'Inter', href: '/en/inter', matches }]} history={history} />,
      '2026-02-27T12:00Z',
    )
    expect(html.all('h3').map(({ text }) => text)).toEqual(['Inter lately'])
    expect(html.all('li').map(({ text }) => text)).toEqual([
      'W Feb 21 Inter – Roma 2–0',
      'D Feb 14 Genoa – Inter 1–1',
      'L Feb 10 Lazio – Inter 3–1',
      '? Feb 3 Inter – Parma',
      'W Feb 1 Como – Inter 0–4',
    ])
    const dots = html.all('span').filter((one) => one.attribute('role') === 'img')
    expect(dots.map((dot) => [dot.attribute('class'), dot.attribute('aria-label')])).toEqual([
      ['outcome won certain', 'Win'],
      ['outcome drawn certain', 'Draw'],
      ['outcome lost certain', 'Lose'],
      ['outcome  ', 'Result not available'],
      ['outcome won certain', 'Win'],
    ])
  })
})

it('the meetings of two teams count draws where the sport has them, or one was played', () => {
  const meeting = (homeScore: number, awayScore: number): PastMatch => ({
    ...{ id: `${homeScore}:${awayScore}`, home: 'Inter', away: 'Roma', startTime: '2026-02-01T15:00:00Z' },
    ...{
      homeScore,
      awayScore,
      homeOdds: null,
      drawOdds: null,
      awayOdds: null,
      example: false,
      address: null,
    },
  })
  const counts = (withDraw: boolean, matches: PastMatch[]) =>
    draw(<HeadToHead home="Inter" away="Roma" {...{ withDraw, matches }} />, '2026-02-27T12:00Z')
      .all('dl')[0]
      ?.all('div')
      .map(({ text }) => text)
  expect(counts(true, [meeting(2, 0)])).toEqual(['Inter 1', 'Draw 0', 'Roma 0'])
  expect(counts(false, [meeting(2, 0)])).toEqual(['Inter 1', 'Roma 0'])
  expect(counts(false, [meeting(2, 0), meeting(1, 1)])).toEqual(['Inter 1', 'Draw 1', 'Roma 0'])
})

it('a competition keeps the order of its league beside a country in another script', () => {
  const competition = { country: { name: 'ألمانيا' }, league: { name: '3. Liga' } }
  expect(renderToStaticMarkup(<Competition {...competition} />)).toBe(
    '<bdi>ألمانيا</bdi> · <bdi>3. Liga</bdi>',
  )
})
