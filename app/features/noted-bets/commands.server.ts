import type { Services } from '#app/platform/services.ts'
import { type BetOutcome, type BetTerms, MOST_BETS } from './schema.ts'

type Site = Pick<Services, 'database'>

/** Notes a bet; or why not. */
export function addBet(
  { database }: Site,
  {
    userId,
    matchId,
    country,
    bet,
  }: { userId: string; matchId: string; country: string | undefined; bet: BetOutcome & BetTerms },
): Promise<'missing' | 'too-many' | undefined> {
  return database.kysely.transaction().execute(async (tx) => {
    await tx.selectFrom('profiles').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
    const { count } = await tx
      .selectFrom('noted_bets')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    if (Number(count) >= MOST_BETS) return 'too-many'
    const match = await tx
      .selectFrom('matches')
      .select(['home_team', 'away_team', 'start_time'])
      .where('id', '=', matchId)
      .executeTakeFirst()
    if (!match) return 'missing'
    const { type, period, line, participant } = bet.market
    await tx
      .insertInto('noted_bets')
      .values({
        ...{
          user_id: userId,
          match_id: matchId,
          country: country ?? null,
          ...match,
          outcome: bet.outcome,
          ...termColumns(bet),
        },
        ...{ market_type: type, market_period: period, market_line: line, market_participant: participant },
      })
      .execute()
    return undefined
  })
}

interface OwnBet {
  userId: string
  betId: string
}

/** @returns whether the visitor has such a bet */
export async function changeBet(
  { database }: Site,
  { userId, betId }: OwnBet,
  terms: BetTerms,
): Promise<boolean> {
  const changed = await database.kysely
    .updateTable('noted_bets')
    .set(termColumns(terms))
    .where('id', '=', betId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

export async function deleteBet({ database }: Site, { userId, betId }: OwnBet): Promise<void> {
  await database.kysely
    .deleteFrom('noted_bets')
    .where('id', '=', betId)
    .where('user_id', '=', userId)
    .execute()
}

function termColumns({ price, stake, bookmaker, placedAt }: BetTerms) {
  return { price, stake, bookmaker, placed_at: placedAt }
}
