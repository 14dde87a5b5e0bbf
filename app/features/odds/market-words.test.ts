import type { TFunction } from 'i18next'
import { expect, it } from 'vitest'
import { createI18n } from '#app/platform/i18n/i18n.ts'
import { builtInLabels } from '../translations/built-in.server.ts'
import { marketWords } from './market-words.ts'
import type { Market } from './markets.ts'

const t = createI18n('en', builtInLabels('en')).getFixedT('matches') as unknown as TFunction<'matches'>
const words = marketWords({ t, language: 'en' }, { home: 'Inter', away: 'Milan' })

it.each([
  [-0.5, ['1 −0.5', '2 +0.5'], 'Milan +0.5', '−0.5'],
  // "1 0" reads like a score.
  [0, ['1 ±0', '2 ±0'], 'Milan ±0', '0'],
])('a handicap of %s is %j over its columns', (line, signs, name, lineName) => {
  const market: Market = { type: 'handicap', period: 'full_time', line, participant: null }
  expect(['home', 'away'].map((outcome) => words.outcomeSign(market, outcome))).toEqual(signs)
  expect(words.outcomeName(market, 'away')).toBe(name)
  expect(words.lineName(market)).toBe(lineName)
})
