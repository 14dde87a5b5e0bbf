import { sql } from 'kysely'
import { noteRead } from '#app/platform/http/reads.server.ts'
import type { Services } from '#app/platform/services.ts'
import { isShown, readAudience } from '../audiences/queries.server.ts'
import type { MarketChange } from './history.server.ts'

/** A number under which prices are stored, and the bookmaker whose they are. */
export interface Member {
  member_no: number
  no: number
  slug: string
  brand: string
  commission: number
}

/** The numbers of the active bookmakers that the current audience may see, and of those merged into them. */
export function readMembers(
  services: Pick<Services, 'database' | 'memo'>,
): Promise<ReadonlyMap<number, Member>> {
  return services.memo.get('bookmaker-members', async () => {
    noteRead('bookmakers')
    const audience = await readAudience(services)
    const { rows } = await sql<Member>`
      select b.member_no, b.no, b.slug, b.brand, b.commission from bookmaker_members b
      where b.is_active and ${isShown(audience, 'b')}`.execute(services.database.kysely)
    return new Map(rows.map((row) => [row.member_no, row]))
  })
}

/**
 * The changes of a market by these bookmakers, under their own numbers. Two feeds of one bookmaker have two histories: that
 * of the quote that is shown is read, else that of the bookmaker that stays, else the first one.
 * @param shown numbers whose quotes of the market are shown
 */
export function changesOf<T extends MarketChange>(
  changes: readonly T[],
  members: ReadonlyMap<number, Member>,
  shown: ReadonlySet<number>,
): (T & { member: Member })[] {
  const read = new Map<number, number>()
  for (const { bookmaker } of changes) {
    const no = members.get(bookmaker)?.no
    if (no === undefined) continue
    const rank = (number: number) => (shown.has(number) ? 0 : number === no ? 1 : 2 + number)
    const other = read.get(no)
    if (other === undefined || rank(bookmaker) < rank(other)) read.set(no, bookmaker)
  }
  return changes.flatMap((change) => {
    const member = members.get(change.bookmaker)
    if (!member || read.get(member.no) !== change.bookmaker) return []
    return [{ ...change, bookmaker: member.no, member }]
  })
}
