import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { type Board, compareMarket } from '#app/features/odds/market-board.ts'
import { type MarketQuote, viewMarkets } from '#app/features/odds/market-view.ts'
import type { MarketType } from '#app/features/odds/markets.ts'
import { fromNumber } from '#app/features/odds/prices.ts'
import { RenderedContext } from '#app/ui/clock.tsx'
import { inEnglish } from '#tests/support/english.tsx'
import { readHtml } from '#tests/support/html.ts'
import { useMarketWords } from './market-words.ts'
import { OutcomeList } from './outcome-list.tsx'
import { Tiles } from './tiles.tsx'

const NOW = new Date('2026-03-01T12:00:00Z')
const KICK_OFF = new Date('2026-03-01T15:00:00Z')

const quote = (name: string, prices: number[]): MarketQuote => ({
  ...{ no: null, bookmaker: { id: name, name, slug: name, logoUrl: null }, brand: name, side: 'back' },
  ...{ format: 'decimal', kept: 1, status: null, opening: null, closing: null, maxStake: null },
  ...{ changedAt: NOW, seenAt: NOW, validUntil: KICK_OFF, link: null, isTyped: false, leftOut: null },
  ...{ prices: prices.map(fromNumber), nets: prices.map(fromNumber) },
})

function boardOf(type: MarketType, line: number | null, quotes: MarketQuote[]): Board {
  const [market] = viewMarkets([{ id: 1, type, period: 'full_time', line, participant: null, quotes }])
  if (!market) throw new Error('there is no market')
  return compareMarket(market, { sort: 'payout', kickOff: KICK_OFF, now: NOW })
}

const SHARED = { won: null, isClosed: false } as const
const draw = (Part: () => React.ReactNode) =>
  readHtml(
    renderToStaticMarkup(
      inEnglish(
        <RenderedContext value={{ at: NOW.getTime(), zone: 'UTC' }}>
          <Part />
        </RenderedContext>,
      ),
    ),
  )

describe('a list of outcomes', () => {
  it('marks every bookmaker with the best price of an outcome', () => {
    const rest = Array<number>(7).fill(10)
    const board = boardOf('half_time_full_time', null, [
      quote('Alpha', [3, 15, ...rest]),
      quote('Beta', [3, 15.5, ...rest]),
      quote('Gamma', [2.9, 15.5, ...rest]),
    ])
    const rows = draw(() => (
      <OutcomeList
        {...SHARED}
        {...{ caption: '', board, words: useMarketWords({ home: 'Inter', away: 'Milan' }) }}
        bestTitle="best-prices"
        priceHref={() => null}
      />
    )).all('tr')
    const best = rows.map((row) =>
      row
        .all('span')
        .filter((it) => it.attribute('class') === 'price best')
        .map(({ text }) => text)
        .sort(),
    )
    expect(best[1]).toEqual(['3.00 Alpha', '3.00 Beta'])
    expect(best[2]).toEqual(['15.50 Beta', '15.50 Gamma'])
  })
})

describe('the tiles of a handicap', () => {
  it('have its line once', () => {
    const board = boardOf('handicap', -0.5, [quote('Alpha', [1.9, 2])])
    const tiles = draw(() => (
      <Tiles
        {...SHARED}
        {...{
          board,
          sport: { id: 'soccer', name: 'Soccer', slug: 'soccer' },
          headline: null,
          words: useMarketWords({ home: 'Inter', away: 'Milan' }),
        }}
        hrefOf={() => null}
      />
    )).all('small')
    expect(tiles.filter((it) => it.attribute('class') === 'of').map(({ text }) => text)).toEqual([
      '1 Inter −0.5',
      '2 Milan +0.5',
    ])
  })
})
