import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { type Mailbox, openMailbox } from '#tests/support/mailbox.ts'
import { openSite, type SiteClient, siteAt } from '#tests/support/site.ts'

/** A site of a file's own, in the process of the tests: a process for it takes seconds to start. */
export interface OwnSite extends SiteClient {
  database: Database
  close(): Promise<void>
}

/** @param prepare fills the database before the site starts */
export async function openOwnSite({
  env,
  prepare,
}: {
  env?: NodeJS.ProcessEnv
  prepare?: (database: Database) => Promise<unknown>
} = {}): Promise<OwnSite> {
  const database = await createTestDatabase()
  await prepare?.(database)
  const folder = mkdtempSync(path.join(os.tmpdir(), 'overround-site-'))
  const site = await openSite(database, { DATA_DIR: folder, ...env })
  return {
    ...siteAt(site.origin.replace('127.0.0.1', 'localhost')),
    database,
    close: async () => {
      await site.close()
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A site of a file's own that sends mails, and its mailbox. */
export async function openSiteWithMail(
  prepare?: (database: Database) => Promise<unknown>,
): Promise<OwnSite & { mailbox: Mailbox }> {
  const mailbox = await openMailbox()
  // Each account that a test makes through the site comes from an address of its own.
  const env = { SMTP_URL: mailbox.url, TRUST_PROXY: '1' }
  const site = await openOwnSite({ env, ...(prepare && { prepare }) })
  return {
    ...site,
    mailbox,
    close: async () => {
      await site.close()
      await mailbox.close()
    },
  }
}
