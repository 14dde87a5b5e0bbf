import type { Kysely } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { givableRoles, isStaffRole, type StaffRole } from './permissions.ts'

/** Whether a person may give a role to others and take it from them now. */
export async function canGive(db: Kysely<DB>, userId: string | null, role: StaffRole): Promise<boolean> {
  const giver = await db
    .selectFrom('profiles')
    .select('back_office_role')
    .where('id', '=', userId)
    .where('is_active', '=', true)
    .executeTakeFirst()
  return isStaffRole(giver?.back_office_role) && givableRoles(giver.back_office_role).includes(role)
}
