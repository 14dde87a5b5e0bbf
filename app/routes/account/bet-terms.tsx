import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { INPUT } from '#app/features/accounts/components/field.tsx'
import type { BetProblem, BetTerms } from '#app/features/noted-bets/schema.ts'
import { type PriceFormat, quotedText, toNumber } from '#app/features/odds/prices.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { withDecimalMark } from '#app/platform/numbers.ts'
import { toLocalText, zoneName } from '#app/platform/time.ts'
import { useZone } from '#app/ui/clock.tsx'
import type { TypedTerms } from './bet-form.server.ts'

interface TermFieldsProps {
  format: PriceFormat
  /** Of the time of the bet. */
  zone: string
  /** The values of a noted bet, or the ones that are suggested. */
  values: Omit<BetTerms, 'price'> & { price: number | null }
  /** Names of bookmakers that are suggested. */
  bookmakers?: readonly string[]
  /** A form that was refused: what was typed in place of the values, and what is wrong. */
  refused?: { typed: TypedTerms; problem: string } | undefined
}

/** The fields of a bet's terms: price, stake, bookmaker and time. */
export function TermFields({ format, zone, values, bookmakers = [], refused }: TermFieldsProps) {
  const { t, i18n } = useTranslation('betting')
  const { price, stake, bookmaker, placedAt } = values
  const suggestions = useId()
  const typed = refused?.typed
  return (
    <>
      <input type="hidden" name="format" value={format} />
      {price !== null && <input type="hidden" name="exact" value={toNumber(price)} />}
      <Labelled label={t('bets.price')}>
        {(id) => (
          <input
            id={id}
            name="price"
            required
            maxLength={12}
            autoComplete="off"
            dir="ltr"
            defaultValue={
              typed?.price ??
              (price === null ? '' : withDecimalMark(quotedText(price, format), i18n.priceLanguage))
            }
            {...fieldAttributes('price', refused?.problem)}
          />
        )}
      </Labelled>
      <Labelled label={t('bets.optional', { field: t('bets.stake') })}>
        {(id) => (
          <input
            id={id}
            name="stake"
            inputMode="decimal"
            maxLength={12}
            autoComplete="off"
            dir="ltr"
            defaultValue={
              typed?.stake ?? (stake === null ? '' : withDecimalMark((stake / 100).toFixed(2), i18n.language))
            }
            {...fieldAttributes('stake', refused?.problem)}
          />
        )}
      </Labelled>
      <Labelled label={t('bets.optional', { field: t('bets.bookmaker') })}>
        {(id) => (
          <input
            id={id}
            name="bookmaker"
            maxLength={80}
            autoComplete="off"
            dir="auto"
            defaultValue={typed?.bookmaker ?? bookmaker ?? ''}
            list={suggestions}
            className={INPUT}
          />
        )}
      </Labelled>
      <datalist id={suggestions}>
        {bookmakers.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <PlacedField placedAt={placedAt} siteZone={zone} refused={refused} />
    </>
  )
}

/** The time of the bet, in the visitor's zone; in the site's without scripts. */
function PlacedField({
  placedAt,
  siteZone,
  refused,
}: { placedAt: Date; siteZone: string } & Pick<TermFieldsProps, 'refused'>) {
  const { t, i18n } = useTranslation('betting')
  const own = useZone()
  const [zone, setZone] = useState(refused?.typed.zone ?? siteZone)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // A time that was typed before the scripts ran is of the zone that the field named.
    if (own === zone || input.current?.value !== toLocalText(placedAt, zone)) return
    input.current.value = toLocalText(placedAt, own)
    setZone(own)
  }, [own, zone, placedAt])
  return (
    <Labelled label={t('bets.placed', { zone: zoneName(zone, i18n.language) })} basis="md:basis-60">
      {(id) => (
        <>
          <input type="hidden" name="zone" value={zone} />
          <input
            ref={input}
            id={id}
            name="placed"
            type="datetime-local"
            required
            defaultValue={refused?.typed.placed ?? toLocalText(placedAt, siteZone)}
            {...fieldAttributes('placed', refused?.problem)}
          />
        </>
      )}
    </Labelled>
  )
}

interface LabelledProps {
  label: string
  /** Its least width beside others. */
  basis?: 'md:basis-36' | 'md:basis-60' | 'md:basis-full'
  children: (id: string) => ReactNode
}

export function Labelled({ label, basis = 'md:basis-36', children }: LabelledProps) {
  const id = useId()
  return (
    <div className={`flex min-w-0 flex-col gap-1 md:grow ${basis}`}>
      <label htmlFor={id} className="text-sm text-body">
        {label}
      </label>
      {children(id)}
    </div>
  )
}

const PROBLEM_ID = 'bet-problem'

/** Of a field, marked if its problem is the form's. */
function fieldAttributes(name: BetProblem, problem: string | undefined) {
  const isWrong = name === problem
  return {
    className: `${INPUT} aria-invalid:border-danger`,
    'aria-invalid': isWrong || undefined,
    'aria-describedby': isWrong ? PROBLEM_ID : undefined,
  }
}

/** The ref of a form of a bet: each answer that refuses it takes the focus to the field that is wrong. */
export function useWrongField(answer: object | undefined) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (answer) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [answer])
  return form
}

/** The text of a field that cannot be read, or of what is missing. */
export function BetProblemText({ problem }: { problem: BetProblem | 'missing' | 'too-many' }) {
  const { t } = useTranslation('betting')
  return <span id={PROBLEM_ID}>{t(`bets.problem.${problem}`)}</span>
}
