import type { Variant } from './schema.ts'

/** The attribute of a part of a page that an experiment changes: its number and its share, '3.50'. */
export const EXPERIMENT_MARK = 'data-experiment'

/** What a link says of an experiment: its number in base 36, the variant, and `1` until the browser has clicked once: '3B1'. */
export function writeMark(number: string, variant: Variant, isFirst: boolean): string {
  return `${number}${variant.toUpperCase()}${isFirst ? '1' : ''}`
}

/** Undefined for a text that no browser writes. */
export function readMark(
  text: string | undefined,
): { number: number; variant: Variant; isFirst: boolean } | undefined {
  const [, number, variant, first] = /^([0-9a-z]{1,6})([AB])(1?)$/.exec(text ?? '') ?? []
  if (!number || !variant) return undefined
  return {
    number: Number.parseInt(number, 36),
    variant: variant.toLowerCase() as Variant,
    isFirst: first === '1',
  }
}
