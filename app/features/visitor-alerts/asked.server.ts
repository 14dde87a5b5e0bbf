import { sql } from 'kysely'

/** The countries of alerts that may tell something, with the set of bookmakers of each. */
export interface AskedCountry {
  country: string | null
  price_set: number
}

export const recordset = (rows: readonly object[], columns: string) =>
  sql`json_to_recordset(${JSON.stringify(rows)}::json) as r (${sql.raw(columns)})`

export const askedRows = (asked: readonly AskedCountry[]) =>
  recordset(asked, 'country text, price_set smallint')
