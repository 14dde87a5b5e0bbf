import { field } from '#app/features/accounts/visit.server.ts'
import { type BetProblem, type BetTerms, readTerms } from '#app/features/noted-bets/schema.ts'
import { readFormat } from '#app/features/odds/shown-price.ts'
import { fromLocalText, isTimeZone } from '#app/platform/time.ts'

/** The terms of a form, or the field that is wrong. @param siteZone of the time, unless the form names another one */
export function readBetForm(form: FormData, siteZone: string, language: string): BetTerms | BetProblem {
  const named = field(form, 'zone', 60)
  const zone = isTimeZone(named) ? named : siteZone
  const fields = {
    price: field(form, 'price', 20),
    exact: field(form, 'exact', 20),
    stake: field(form, 'stake', 20),
    bookmaker: field(form, 'bookmaker', 80),
    placed: field(form, 'placed', 30),
  }
  return readTerms(fields, readFormat(field(form, 'format', 20)) ?? 'decimal', language, (text) =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? fromLocalText(text, zone) : null,
  )
}
