import { computed, useOdds } from '#app/features/odds/components/odds.tsx'
import { PRICE_FORMATS, type PriceFormat } from '#app/features/odds/prices.ts'
import { FORMAT_PARAMETER } from '#app/features/odds/shown-price.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'

/** By which each format is recognised. */
const EXAMPLE = 1_500_000

/**
 * Which format prices have. Its head is the example in the present one. Without scripts each choice is the page's address in
 * that format; with them it is kept, and the address stays.
 */
export function FormatPicker({ search, format }: { search: string; format: PriceFormat }) {
  const { t } = useTranslation('common')
  const odds = useOdds()
  return (
    <details className="formats">
      <summary>
        <span className="sr-only">{t('price-format')}: </span>
        <bdi {...odds(computed(EXAMPLE))} />
      </summary>
      <div>
        {PRICE_FORMATS.map((it) => (
          <a key={it} href={inFormat(search, it)} aria-current={it === format ? 'true' : undefined}>
            {t(`price-format.${it}`)}
          </a>
        ))}
      </div>
    </details>
  )
}

/** The page in a format, by the query of its address. */
function inFormat(search: string, format: PriceFormat): string {
  const query = new URLSearchParams(search)
  query.set(FORMAT_PARAMETER, format)
  return `?${query}`
}
