import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import type { Doubt } from './schema.ts'

/** Two matches that may be one contest. */
export interface Review {
  /** The match that was stored last. */
  match_id: string
  candidate_id: string
  reason: Doubt
  turned: boolean
}

/** Adds pairs of matches to the review queue. Existing pairs, decided or not, stay unchanged. */
export async function addReviews(db: Kysely<DB>, reviews: readonly Review[]): Promise<void> {
  if (reviews.length === 0) return
  await sql`
    insert into match_reviews (match_id, candidate_id, reason, turned)
    select match_id, candidate_id, reason, turned
    from json_to_recordset(${JSON.stringify(reviews)}::json)
      as r (match_id uuid, candidate_id uuid, reason text, turned boolean)
    on conflict do nothing`.execute(db)
}
