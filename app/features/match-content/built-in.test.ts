import { describe, expect, it } from 'vitest'
import { formatPercent, formatStake } from '#app/platform/numbers.ts'
import { EXAMPLE_STAKE } from '../odds/rules.ts'
import { builtInContent } from './built-in.ts'

const files = import.meta.glob<Record<string, string>>('/locales/*/settings.json', {
  eager: true,
  import: 'default',
})
/** Marks of direction come with what is filled in, not with what is written. */
const unmarked = (text: string) => text.replace(/[\u200e\u200f\u2066-\u2069]/g, '')

describe.each(Object.entries(files))('the texts in %s', (file, labels) => {
  const language = file.split('/')[2] ?? ''
  const content = builtInContent(labels)

  it('write the example stake as the hints do', () => {
    const stake = unmarked(formatStake(EXAMPLE_STAKE, language))
    expect([content.highest_win_template, content.safest_bet_template]).toEqual([
      expect.stringContaining(stake),
      expect.stringContaining(stake),
    ])
  })

  it("write a percentage's sign as the language does", () => {
    const percentage = unmarked(formatPercent(0.5, language, 0)).replace('50', '{home_win_percentage}')
    expect(content.description_template).toContain(percentage)
  })
})
