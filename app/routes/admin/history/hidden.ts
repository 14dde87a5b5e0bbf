import { may, type Permission, type StaffRole } from '#app/features/accounts/permissions.ts'

/** Who may read the entries of a table: those who may read its part of the back office. Others are for every reader of the history. */
const READ_BY: Readonly<Record<string, Permission>> = {
  profiles: 'people.read',
  invitations: 'people.read',
  sessions: 'people.read',
  alert_settings: 'alerts.read',
  api_keys: 'api.read',
  webhooks: 'api.read',
  postback_senders: 'earnings.read',
  earning_imports: 'earnings.read',
  media: 'images.read',
  site_settings: 'settings.read',
}

/** The tables whose entries in the history a role may not read. */
export function hiddenFrom(role: StaffRole): string[] {
  return Object.entries(READ_BY).flatMap(([table, permission]) => (may(role, permission) ? [] : [table]))
}
