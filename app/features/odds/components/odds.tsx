import { createContext, Fragment, type ReactNode, useContext } from 'react'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import type { Price, PriceFormat } from '../prices.ts'
import { readCode, type ShownPrice, showPrice, writeCode } from '../shown-price.ts'

/** The price format of a document; its scripts rewrite prices for a visitor who has chosen another format. */
export const PriceFormatContext = createContext<PriceFormat>('decimal')

/** A price that no bookmaker quotes: an average, a net price. */
export const computed = (price: Price): ShownPrice => ({ price, quoted: null })

interface OddsAttributes {
  'data-odds'?: string
  children: string
}

/**
 * A function that gives the attribute and the text of an element that contains only a price: `<b {...odds(price)} />`.
 * Every price of a public page is written by it, by `OddsText`, or in an attribute by `useOddsAttribute`, so that the
 * page's scripts find it.
 */
export function useOdds(): (price: ShownPrice) => OddsAttributes {
  const text = useText()
  return (price) => ({ 'data-odds': writeCode(price), children: text(price) })
}

/**
 * The same for elements that the scripts find without an attribute (`PLAIN` of islands/odds.ts), for prices in whole
 * hundredths. It saves a third of the size of a list's prices.
 */
export function usePlainOdds(): (price: ShownPrice) => OddsAttributes {
  const odds = useOdds()
  const format = useContext(PriceFormatContext)
  return (price) => {
    const isPlain = (price.quoted ?? 'decimal') === 'decimal' && price.price % 10_000 === 0
    return format === 'decimal' && isPlain ? { children: odds(price).children } : odds(price)
  }
}

/** A function that gives the text of a price in the format of the document. */
function useText(): (price: ShownPrice) => string {
  const { i18n } = useTranslation()
  const format = useContext(PriceFormatContext)
  return (price) => showPrice(price, i18n.priceLanguage, format)
}

/** A character that is never part of a text. */
const MARK = '\u2063'

/** A placeholder for a price in a text that `OddsText` or `useOddsAttribute` shows. */
export function oddsMark(price: ShownPrice): string {
  return MARK + writeCode(price) + MARK
}

/** A text with the prices that `oddsMark` has marked. */
export function OddsText({ children }: { children: string }): ReactNode {
  const odds = useOdds()
  return children.split(MARK).map((part, at) => {
    const price = at % 2 === 1 ? readCode(part) : null
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
    return price ? <bdi key={at} {...odds(price)} /> : <Fragment key={at}>{part}</Fragment>
  })
}

/** A function that gives an element an attribute with a text whose prices `oddsMark` has marked. */
export function useOddsAttribute(): (name: 'title' | 'aria-label', text: string) => Record<string, string> {
  const textOf = useText()
  return (name, text) => {
    const parts = text.split(MARK).map((part, at) => {
      const price = at % 2 === 1 ? readCode(part) : null
      return price ? textOf(price) : part
    })
    return { [name]: parts.join(''), [`data-odds-${name}`]: text }
  }
}
