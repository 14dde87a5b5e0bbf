import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { type EditableList, recordAudit, saveUpdates } from '#app/platform/edit/save-list.server.ts'
import type { Actor, Changes, SaveOutcome } from '#app/platform/edit/schema.ts'
import { readSecret } from '#app/platform/secret.server.ts'
import { SealError, seal, unseal } from '#app/platform/vault.ts'
import { newWebhookSecret } from '#app/platform/webhook.ts'
import type { QuietHours } from './rules.ts'
import { readAddresses } from './schema.ts'

const SECRET_PLACE = 'alerts/webhook'
const ENTITY = 'alert_settings'

export interface AlertSettings {
  mails: boolean
  /** Empty: every active administrator. */
  mailTo: string[]
  /** Null: there is no webhook. */
  webhook: { url: string; sealedSecret: string } | null
  quiet: QuietHours
}

function selectSettings(db: Kysely<DB>) {
  return db.selectFrom('alert_settings').selectAll().executeTakeFirstOrThrow()
}

export async function readAlertSettings(db: Kysely<DB>): Promise<AlertSettings> {
  const row = await selectSettings(db)
  return {
    mails: row.mails,
    mailTo: readAddresses(row.mail_to),
    webhook:
      row.webhook_url && row.webhook_secret
        ? { url: row.webhook_url, sealedSecret: row.webhook_secret }
        : null,
    quiet: { from: row.quiet_from, until: row.quiet_until, timeZone: row.time_zone },
  }
}

/** The settings as their editor shows them; columns by their database names. */
export async function readEditorAlerts(db: Kysely<DB>) {
  const { id, mails, mail_to, webhook_url, webhook_secret, quiet_from, quiet_until, time_zone } =
    await selectSettings(db)
  return {
    hasSecret: webhook_secret !== null,
    row: { id, mails, mail_to, webhook_url, quiet_from, quiet_until, time_zone },
  }
}

const SETTINGS: EditableList = {
  table: 'alert_settings',
  columns: ['mails', 'mail_to', 'webhook_url', 'quiet_from', 'quiet_until', 'time_zone'],
  label: sql<string>`''`,
}

export function saveAlerts(db: Kysely<DB>, changes: Changes, actor: Actor): Promise<SaveOutcome> {
  return saveUpdates(db, SETTINGS, changes, actor)
}

/** Generates a new secret of the webhook, which is shown once. The previous secret becomes invalid. */
export async function renewWebhookSecret(
  db: Kysely<DB>,
  env: { secret?: string | undefined },
  actor: Actor,
): Promise<string> {
  const made = newWebhookSecret()
  const sealed = seal(await readSecret(db, env), SECRET_PLACE, made)
  await db.transaction().execute(async (tx) => {
    const { id } = await tx
      .updateTable('alert_settings')
      .set({ webhook_secret: sealed })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordAudit(tx, actor, [
      { entity: ENTITY, entityId: id, label: '', action: 'update', after: { webhook_secret: '•••' } },
    ])
  })
  return made
}

/** The secret of the webhook. Null where it cannot be decrypted, because APP_SECRET has changed. */
export async function openWebhookSecret(
  db: Kysely<DB>,
  env: { secret?: string | undefined },
  sealed: string,
): Promise<string | null> {
  try {
    return unseal(await readSecret(db, env), SECRET_PLACE, sealed)
  } catch (error) {
    if (error instanceof SealError) return null
    throw error
  }
}
