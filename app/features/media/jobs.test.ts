import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { type Env, parseEnv } from '#app/platform/env.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createMatch, createPlace } from '#tests/support/factories.ts'
import { storeImage } from './commands.server.ts'
import { deleteUnusedMedia } from './jobs.server.ts'
import { openMediaStorage } from './storage.server.ts'

const ACTOR = { id: null, email: 'admin@example.org' }
const tomorrow = () => new Date(Date.now() + 25 * 3_600_000)

let database: Database
let env: Env
let dataDir: string
beforeEach(async () => {
  database = await createTestDatabase()
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'overround-media-'))
  env = parseEnv({ DATA_DIR: dataDir })
})
afterEach(async () => {
  await database.close()
  await rm(dataDir, { recursive: true })
})

const stored = async () => (await readdir(path.join(dataDir, 'media'))).sort()

/** The address of an upload of its own. */
async function upload(red: number): Promise<string> {
  const image = sharp({ create: { width: 9, height: 9, channels: 3, background: { r: red, g: 0, b: 0 } } })
  const file = new File([new Uint8Array(await image.png().toBuffer())], 'a.png')
  const outcome = await storeImage({ database, env }, file, 'picture', ACTOR)
  if (outcome.kind !== 'stored') throw new Error(outcome.problem)
  return outcome.url
}

const sweep = (now: Date) => deleteUnusedMedia(database.kysely, openMediaStorage(env), now)

it('deletes uploads that nothing refers to, a day after', async () => {
  const db = database.kysely
  const [logo, promoted, written, translated, linked, unused] = await Promise.all(
    [0, 50, 100, 150, 200, 250].map(upload),
  )
  const { leagueId } = await createPlace(db)
  await db.updateTable('site_settings').set({ logo_url: logo }).execute()
  await db
    .updateTable('site_settings')
    .set({ head_scripts: `<link href="${written}">` })
    .execute()
  const promotion = { title: 'P', description: '', button_text: 'B', button_link: '#' }
  await db
    .insertInto('promotions')
    .values({ ...promotion, image_url: promoted })
    .execute()
  const { id: language_id } = await db.selectFrom('languages').select('id').limit(1).executeTakeFirstOrThrow()
  await db
    .insertInto('multilingual_footer_sections')
    .values({ language_id, about_text: `[x](https://site.example${translated})` })
    .execute()
  await createMatch(db, { league_id: leagueId, affiliate_link: linked })

  expect(await sweep(new Date())).toEqual([])
  expect(await stored()).toHaveLength(6)
  const name = (url: string | undefined) => path.basename(url ?? '')
  expect(await sweep(tomorrow())).toEqual([name(unused)])
  expect(await stored()).toEqual([logo, promoted, written, translated, linked].map(name).sort())
  expect(await sweep(tomorrow())).toEqual([])
})

it('keeps what has been uploaded again', async () => {
  const url = await upload(1)
  await database.kysely
    .updateTable('uploads')
    .set({ uploaded_at: new Date(Date.now() - 48 * 3_600_000) })
    .execute()
  await upload(1)
  expect(await sweep(new Date())).toEqual([])
  expect(await stored()).toEqual([path.basename(url)])
})
