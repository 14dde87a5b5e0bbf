import { field } from '#app/features/accounts/visit.server.ts'
import { type BetProblem, type BetTerms, readTerms } from '#app/features/noted-bets/schema.ts'
import { readFormat } from '#app/features/odds/shown-price.ts'
import { fromLocalText, isTimeZone } from '#app/platform/time.ts'

/** The texts of a form, which is shown again if one of them is wrong. */
export interface TypedTerms {
  price: string
  stake: string
  bookmaker: string
  placed: string
  /** Of the time. */
  zone: string
}

/** @param siteZone the zone of the time, unless the form names another one */
export function readTypedTerms(form: FormData, siteZone: string): TypedTerms {
  const named = field(form, 'zone', 60)
  return {
    price: field(form, 'price', 20),
    stake: field(form, 'stake', 20),
    bookmaker: field(form, 'bookmaker', 80),
    placed: field(form, 'placed', 30),
    zone: isTimeZone(named) ? named : siteZone,
  }
}

/** The terms of a form, or the field that is wrong. */
export function readBetForm(form: FormData, typed: TypedTerms, language: string): BetTerms | BetProblem {
  const fields = { ...typed, exact: field(form, 'exact', 20) }
  return readTerms(fields, readFormat(field(form, 'format', 20)) ?? 'decimal', language, (text) =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? fromLocalText(text, typed.zone) : null,
  )
}
