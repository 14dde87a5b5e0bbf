import type { Variant } from './schema.ts'

/** The attribute of a part of a page that an experiment changes: its number and its share, '3.50'. */
export const EXPERIMENT_MARK = 'data-experiment'

/** The element with {@link HIDE_EXPERIMENT}; the script of an experiment removes it when the visitor's variant is there. */
export const HIDE_EXPERIMENT_ID = 'until-variant'
/**
 * Hides what an experiment changes while a browser paints a page that has arrived in part. Without scripts nothing is hidden, and if
 * the script fails, everything is shown after two seconds.
 */
export const HIDE_EXPERIMENT = `@media (scripting:enabled){[${EXPERIMENT_MARK}]{visibility:hidden;animation:show 0s 2s forwards}}`

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
