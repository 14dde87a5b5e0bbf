import type { TFunction } from 'i18next'
import { formatLine } from '#app/platform/numbers.ts'
import { definitionOf, type Market } from './markets.ts'

interface Sides {
  home: string
  away: string
}

/** The labels of the namespace `matches`, and the code of their language. */
export interface MarketLabels {
  t: TFunction<'matches'>
  language: string
}

const SIGNS: Record<string, string> = { home: '1', draw: 'X', away: '2' }

/** The texts of a market, its period, its line and its outcomes. */
export function marketWords({ t, language }: MarketLabels, sides: Sides) {
  const nameOf = (participant: string) =>
    participant === 'home' || participant === 'away' ? sides[participant] : participant

  const typeName = ({ type }: Market) => t(`market.${type}`)

  function periodName({ period }: Market): string {
    const [part = '', number = ''] = period.split('_')
    if (part === 'quarter' || part === 'period' || part === 'set' || part === 'inning')
      return t(`period.${part}`, { number })
    return t(`period.${period as 'full_time' | 'with_overtime' | 'half_1' | 'half_2'}`)
  }

  function lineName({ type, line }: Market): string | null {
    if (line === null) return null
    return formatLine(line, language, definitionOf(type).line === 'handicap')
  }

  /** The side and the line of a market. */
  function detailName(market: Market): string {
    const { participant } = market
    return [participant === null ? null : nameOf(participant), lineName(market)]
      .filter((it) => it !== null)
      .join(' ')
  }

  /** A handicap from the point of view of an outcome's side. */
  function advantage({ type, line }: Market, outcome: string): string {
    if (line === null || definitionOf(type).line !== 'handicap') return ''
    // A 0 alone reads like a score behind '1'.
    if (line === 0) return `±${formatLine(line, language)}`
    return formatLine(outcome === 'away' ? -line : line, language, true)
  }

  function wordOf(outcome: string): string {
    if (outcome === 'home' || outcome === 'away') return sides[outcome]
    if (outcome === 'draw') return t('outcome.draw')
    if (/^\d+:\d+$/.test(outcome)) return outcome
    if (outcome.includes('/')) return outcome.split('/').map(wordOf).join(' / ')
    const [one, other] = outcome.split('_')
    if (one && other) return t('side.or', { one: wordOf(one), other: wordOf(other) })
    return t(`side.${outcome as 'over' | 'under' | 'yes' | 'no' | 'odd' | 'even' | 'other'}`)
  }

  /** An outcome in full: 'Inter −0.5', 'Inter ±0', 'Over', 'Inter or draw'. */
  const outcomeName = (market: Market, outcome: string) =>
    [wordOf(outcome), advantage(market, outcome)].filter(Boolean).join(' ')

  /** As short as a column heading: '1', '1X', '1 −0.5', 'Over'. */
  function outcomeSign(market: Market, outcome: string): string {
    const parts = outcome.split(/[_/]/)
    if (!parts.every((part) => part in SIGNS)) return wordOf(outcome)
    const signs = parts.map((part) => SIGNS[part]).join(outcome.includes('/') ? '/' : '')
    return [signs, advantage(market, outcome)].filter(Boolean).join(' ')
  }

  /** A column's accessible name: the outcome's full name for the result, its own name for other markets. */
  const columnName = (market: Market, outcome: string) =>
    market.line === null && (outcome === 'home' || outcome === 'draw' || outcome === 'away')
      ? t(`outcome.${outcome}`)
      : outcomeName(market, outcome)

  return { columnName, typeName, periodName, lineName, detailName, nameOf, outcomeName, outcomeSign }
}

export type MarketWords = ReturnType<typeof marketWords>
