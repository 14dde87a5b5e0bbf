import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { type Env, parseEnv } from '#app/platform/env.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createMatch, createPlace } from '#tests/support/factories.ts'
import { recordLog } from '#tests/support/log.ts'
import { storeImage } from './commands.server.ts'
import { deleteUnusedMedia } from './jobs.server.ts'
import { type MediaStorage, openMediaStorage } from './storage.server.ts'

const ACTOR = { id: null, email: 'admin@example.org' }
const FIRST_NIGHT = Date.parse('2026-11-21T04:17:00Z')
/** That many nights after the first one. */
const night = (count: number) => new Date(FIRST_NIGHT + count * 86_400_000)

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

/** Uploads a new image and returns its URL. */
async function upload(red: number): Promise<string> {
  const image = sharp({ create: { width: 9, height: 9, channels: 3, background: { r: red, g: 0, b: 0 } } })
  const file = new File([new Uint8Array(await image.png().toBuffer())], 'a.png')
  const outcome = await storeImage({ database, env }, file, 'picture', ACTOR)
  if (outcome.kind !== 'stored') throw new Error(outcome.problem)
  return outcome.url
}

const name = (url: string | undefined) => path.basename(url ?? '')
const setLogo = (logo_url: string | null) =>
  database.kysely.updateTable('site_settings').set({ logo_url }).execute()

let lines: string[]
const sweep = (now: Date, storage: Partial<MediaStorage> = {}) => {
  const { log, messages } = recordLog()
  const work = deleteUnusedMedia({ database, log }, { ...openMediaStorage(env), ...storage }, now)
  return work.finally(() => {
    lines = messages()
  })
}

it('deletes uploads thirty days after the last reference to them', async () => {
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

  for (const count of [0, 1, 29]) expect(await sweep(night(count))).toEqual([])
  expect([(await stored()).length, lines]).toEqual([6, []])
  expect(await sweep(night(31))).toEqual([name(unused)])
  expect(await stored()).toEqual([logo, promoted, written, translated, linked].map(name).sort())
  expect(await sweep(night(90))).toEqual([])
})

it('waits as long for an image that was in use, however long ago it was uploaded', async () => {
  const [old, replaced] = [await upload(1), await upload(2)]
  await setLogo(old)
  await sweep(night(0))
  await sweep(night(365))
  await setLogo(replaced)
  for (const count of [366, 390]) expect(await sweep(night(count))).toEqual([])
  await setLogo(old)
  await sweep(night(391))
  await setLogo(replaced)
  for (const count of [392, 421]) expect(await sweep(night(count))).toEqual([])
  expect(await sweep(night(423))).toEqual([name(old)])
})

it('counts from the night that found it unused, also when the job did not run for long', async () => {
  const url = await upload(1)
  await setLogo(url)
  await sweep(night(0))
  await setLogo(null)
  expect(await sweep(night(300))).toEqual([])
  expect(await stored()).toEqual([name(url)])
})

it('keeps an image that was uploaded again', async () => {
  const url = await upload(1)
  await sweep(night(0))
  await upload(1)
  expect(await sweep(night(31))).toEqual([])
  expect(await stored()).toEqual([name(url)])
})

it('keeps an image that is uploaded again while it is being deleted', async () => {
  const url = await upload(1)
  await sweep(night(0))
  const storage = openMediaStorage(env)
  await sweep(night(31), {
    delete: async (file) => {
      await upload(1)
      await storage.delete(file)
    },
  })
  expect(await stored()).toEqual([name(url)])
  expect(await sweep(night(32))).toEqual([])
})

it('keeps an image that a save refers to since the job began', async () => {
  const urls = await Promise.all([0, 100, 200].map(upload))
  await sweep(night(0))
  const last = urls.map(name).sort().at(-1) ?? ''
  const storage = openMediaStorage(env)
  const deleted = await sweep(night(31), {
    delete: async (file) => {
      await setLogo(`/media/${last}`)
      await storage.delete(file)
    },
  })
  expect([deleted.length, await stored()]).toEqual([2, [last]])
})

it('logs what it deletes, and continues after what it cannot delete', async () => {
  const urls = await Promise.all([0, 100, 200].map(upload))
  await sweep(night(0))
  const [stuck = '', ...others] = urls.map(name).sort()
  const storage = openMediaStorage(env)
  const failing = async (file: string) => {
    if (file === stuck) throw new Error('The storage answered 403')
    await storage.delete(file)
  }
  expect(await sweep(night(31), { delete: failing })).toEqual(others)
  expect(lines).toEqual(['an unused image could not be deleted', 'unused images were deleted'])
  const told = () =>
    database.kysely
      .selectFrom('audit_log')
      .select(['entity_id', 'label', 'action', 'user_email'])
      .where('user_id', 'is', null)
      .where('user_email', '=', 'overround')
      .orderBy('id')
      .execute()
  const line = (entity_id: string, action: string) => ({
    entity_id,
    label: 'a.png',
    action,
    user_email: 'overround',
  })
  expect(await told()).toEqual([
    line(stuck, 'delete'),
    line(stuck, 'create'),
    ...others.map((file) => line(file, 'delete')),
  ])
  expect(await sweep(night(32))).toEqual([stuck])
  expect(await stored()).toEqual([])
})

it('calls the storage outside of any transaction', async () => {
  await upload(1)
  await sweep(night(0))
  // The embedded database has one connection: a query outside the transaction would wait until it ends.
  const beside = async () => {
    await database.kysely.selectFrom('uploads').select('name').execute()
  }
  expect(await sweep(night(31), { delete: beside })).toHaveLength(1)
})
