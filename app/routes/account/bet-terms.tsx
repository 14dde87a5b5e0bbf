import { type ReactNode, useId } from 'react'
import { INPUT } from '#app/features/accounts/components/field.tsx'
import type { BetProblem, BetTerms } from '#app/features/noted-bets/schema.ts'
import { type PriceFormat, quotedText } from '#app/features/odds/prices.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { toLocalText } from '#app/platform/time.ts'

interface TermFieldsProps {
  format: PriceFormat
  /** Of the time of the bet. */
  zone: string
  /** The values of a noted bet, or the ones that are suggested. */
  values: Omit<BetTerms, 'price'> & { price: number | null }
}

/** The fields of a bet's terms: price, stake, bookmaker and time. */
export function TermFields({ format, zone, values }: TermFieldsProps) {
  const { t } = useTranslation('betting')
  const { price, stake, bookmaker, placedAt } = values
  return (
    <>
      <input type="hidden" name="format" value={format} />
      <Labelled label={t('bets.price')}>
        {(id) => (
          <input
            id={id}
            name="price"
            required
            maxLength={12}
            autoComplete="off"
            dir="ltr"
            defaultValue={price === null ? '' : quotedText(price, format)}
            className={INPUT}
          />
        )}
      </Labelled>
      <Labelled label={t('bets.stake')}>
        {(id) => (
          <input
            id={id}
            name="stake"
            inputMode="decimal"
            maxLength={12}
            autoComplete="off"
            dir="ltr"
            defaultValue={stake === null ? '' : (stake / 100).toFixed(2)}
            className={INPUT}
          />
        )}
      </Labelled>
      <Labelled label={t('bets.bookmaker')}>
        {(id) => (
          <input
            id={id}
            name="bookmaker"
            maxLength={80}
            autoComplete="off"
            dir="auto"
            defaultValue={bookmaker ?? ''}
            className={INPUT}
          />
        )}
      </Labelled>
      <Labelled label={t('bets.placed', { zone })}>
        {(id) => (
          <input
            id={id}
            name="placed"
            type="datetime-local"
            required
            defaultValue={toLocalText(placedAt, zone)}
            className={INPUT}
          />
        )}
      </Labelled>
    </>
  )
}

export function Labelled({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="flex min-w-0 flex-col gap-1 md:grow md:basis-44">
      <label htmlFor={id} className="text-sm text-body">
        {label}
      </label>
      {children(id)}
    </div>
  )
}

/** The text of a field that cannot be read, or of what is missing. */
export function BetProblemText({ problem }: { problem: BetProblem | 'missing' | 'too-many' }) {
  const { t } = useTranslation('betting')
  return t(`bets.problem.${problem}`)
}
