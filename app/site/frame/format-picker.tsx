import { computed, useOdds } from '#app/features/odds/components/odds.tsx'
import { PRICE_FORMATS, type PriceFormat } from '#app/features/odds/prices.ts'
import { FORMAT_PARAMETER } from '#app/features/odds/shown-price.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { withColon } from '#app/platform/i18n/with-colon.ts'

/** An example of each format. */
const EXAMPLE = 1_500_000

/**
 * The choice of the price format. Its button shows the example in the current format. Without scripts each choice is a
 * link to the page in that format; with scripts it is stored, and the address stays.
 */
export function FormatPicker({ search, format }: { search: string; format: PriceFormat }) {
  const { t, i18n } = useTranslation('common')
  const odds = useOdds()
  return (
    <details className="formats">
      <summary>
        <span className="sr-only">{withColon(t('price-format'), i18n.language)} </span>
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

/** The address of the page in a format. */
function inFormat(search: string, format: PriceFormat): string {
  const query = new URLSearchParams(search)
  query.set(FORMAT_PARAMETER, format)
  return `?${query}`
}
