import { LRUCache } from 'lru-cache'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { PriceFormatContext } from '#app/features/odds/components/odds.tsx'
import { I18nContext } from '#app/platform/i18n/use-translation.ts'
import { RenderedContext } from '#app/ui/clock.tsx'
import type { KeptSurroundings } from './parts/kept.tsx'
import { shortenMarkup } from './shorten-markup.ts'

/** Characters of all kept markup: some 8,000 rows of a list. */
const MAX_LENGTH = 16 * 1024 * 1024

const kept = new LRUCache<string, string>({
  maxSize: MAX_LENGTH,
  sizeCalculation: (html) => html.length || 1,
})

/**
 * The markup of a part whose component depends only on its props and these surroundings. The key consists of texts and numbers
 * by their value and of objects by their identity, so a part with other data is another part and nothing is ever invalidated.
 * @throws Error if the part reads the clock
 */
export function keepMarkup(part: ReactElement, { i18n, zone, format }: KeptSurroundings): string {
  const key = keyOf({ ...(part.props as object), '': part.type, i18n, zone, format })
  const known = kept.get(key)
  if (known !== undefined) return known
  const html = renderToStaticMarkup(
    <I18nContext value={i18n}>
      <RenderedContext value={{ at: Number.NaN, zone }}>
        <PriceFormatContext value={format}>{part}</PriceFormatContext>
      </RenderedContext>
    </I18nContext>,
  )
  const markup = shortenMarkup(html)
  kept.set(key, markup)
  return markup
}

function keyOf(inputs: object): string {
  let key = ''
  for (const [name, value] of Object.entries(inputs)) key += `${name} ${textOf(value)}\n`
  return key
}

const numbers = new WeakMap<object, number>()
let last = 0

function textOf(value: unknown): string {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function'))
    return JSON.stringify(value) ?? ''
  const known = numbers.get(value)
  if (known !== undefined) return `#${known}`
  last += 1
  numbers.set(value, last)
  return `#${last}`
}
