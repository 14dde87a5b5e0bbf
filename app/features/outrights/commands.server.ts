import { recordAudit } from '#app/platform/edit/save-list.server.ts'
import type { Actor } from '#app/platform/edit/schema.ts'
import type { Services } from '#app/platform/services.ts'
import type { WinnersOutcome, WinnersRequest } from './schema.ts'

/**
 * Stores who has won an outright that is closed, and that it is over; nobody: it is not known. Refused for an outright that
 * is open or cancelled, and for a participant that it does not have.
 */
export function storeWinners(
  { database }: Pick<Services, 'database'>,
  { outright: id, winners }: WinnersRequest,
  administrator: Actor & { id: string },
): Promise<WinnersOutcome> {
  return database.kysely.transaction().execute(async (trx) => {
    const outright = await trx
      .selectFrom('outrights')
      .select(['name', 'status', 'start_time', 'winners'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    const isClosed = outright && (outright.status === 'finished' || outright.start_time <= new Date())
    if (!isClosed || outright.status === 'cancelled') return { kind: 'refused', problem: 'unknown' }
    const participants = await trx
      .selectFrom('outright_participants')
      .select(['position', 'name'])
      .where('outright_id', '=', id)
      .orderBy('position')
      .execute()
    const namesOf = (positions: readonly (number | null)[] | null) =>
      participants.flatMap(({ position, name }) => (positions?.includes(position) ? [name] : [])).join('\n')
    const known = new Set(participants.map(({ position }) => position))
    if (!winners.every((position) => known.has(position))) return { kind: 'refused', problem: 'unknown' }
    const [before, after] = [namesOf(outright.winners), namesOf(winners)]
    if (before === after) return { kind: 'saved' }
    await trx
      .updateTable('outrights')
      .set(
        winners.length > 0
          ? { winners: [...new Set(winners)], status: 'finished' }
          : { winners: null, status: 'scheduled' },
      )
      .where('id', '=', id)
      .execute()
    await recordAudit(trx, administrator, [
      {
        entity: 'outrights',
        entityId: id,
        label: outright.name,
        action: 'update',
        before: { winners: before },
        after: { winners: after },
      },
    ])
    return { kind: 'saved' }
  })
}
