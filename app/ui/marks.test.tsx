import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { bookmakers } from '#sandbox/market.ts'
import { BookmakerMark } from './marks.tsx'

/** The figures of the sprite; a mark's number is that of its figure plus a multiple of this. */
const FIGURES = 16

const markOf = (name: string) =>
  Number(/#k(\d+)/.exec(renderToStaticMarkup(<BookmakerMark name={name} />))?.[1])

it('draws another figure for each bookmaker of the demonstration', () => {
  const figures = bookmakers.map(({ name }) => markOf(name) % FIGURES)
  expect(new Set(figures).size).toBe(bookmakers.length)
})

it('draws marks that the sprite has', () => {
  const marks = Array.from({ length: 500 }, (_, at) => markOf(`Bookmaker ${at}`))
  expect(Math.min(...marks)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...marks)).toBeLessThan(4 * FIGURES)
})
