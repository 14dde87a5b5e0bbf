import { createHmac } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { FetchError, fetchGuarded } from '#app/platform/http/fetch-guarded.server.ts'
import { readSecret } from '#app/platform/secret.server.ts'
import type { Quota, Source, SourceSettings } from './contract.ts'
import type { SourcesEnv } from './settings.ts'
import { findPlace } from './source-address.server.ts'
import { findSettings } from './stored-settings.server.ts'

const CODES = [
  'works',
  'not_configured',
  'wrong_key',
  'quota_exhausted',
  'unreachable',
  'timed_out',
  'address_refused',
  'not_found',
  'server_error',
  'unexpected',
] as const

/** What a test of a source's connection found. Texts: `sources.test.<code>`. */
export type ConnectionCode = (typeof CODES)[number]

const QUOTA_WORDS = /quota|out_of_usage|usage credits|request limit|ratelimit|rate limit|too many requests/i
const KEY_WORDS = /api.?key|token|unauthori[sz]ed|invalid key|access denied|account/i

/**
 * What an answer with status 200 says: some sources state their errors in it.
 * @param text the first part of the body
 */
function judgeAnswer({ recognizes = isNoPage }: Source, text: string): ConnectionCode {
  // API-Football's errors: `[]` where there are none, else an object of texts by what they are about.
  const errors = /"errors"\s*:\s*(\{[^}]+\}|\[[^\]]+\])/.exec(text)?.[1]
  if (!errors) return recognizes(text) ? 'works' : 'unexpected'
  if (QUOTA_WORDS.test(errors) || /"requests"/.test(errors)) return 'quota_exhausted'
  return KEY_WORDS.test(errors) ? 'wrong_key' : 'unexpected'
}

const isNoPage = (start: string) => /^\s*[^\s<]/.test(start)

/** What a request that brought no answer says. */
function judgeFailure(error: FetchError): ConnectionCode {
  if (error.code === 'timed_out' || error.code === 'address_refused') return error.code
  if (error.code === 'too_large') return 'works'
  if (error.code !== 'http_status') return error.code === 'unreachable' ? 'unreachable' : 'unexpected'
  // The Odds API answers 401 to a key without credits too; its message tells them apart.
  if (error.status === 429 || (error.status === 401 && QUOTA_WORDS.test(error.message)))
    return 'quota_exhausted'
  if (error.status === 401 || error.status === 403) return 'wrong_key'
  if (error.status === 404) return 'not_found'
  return (error.status ?? 0) >= 500
    ? 'server_error'
    : KEY_WORDS.test(error.message)
      ? 'wrong_key'
      : 'unexpected'
}

export interface Connection {
  code: ConnectionCode
  quota: Quota | null
}

const LIMITS = {
  connectTimeoutMs: 5_000,
  headersTimeoutMs: 10_000,
  idleTimeoutMs: 5_000,
  totalTimeoutMs: 20_000,
  attempts: 1,
}
/** Enough to tell an error from a feed; a feed's body may have hundreds of megabytes. */
const READ_BYTES = 4_096

interface TestOptions {
  /** Values that are not kept yet; the environment wins over them too. */
  typed?: SourceSettings
  limits?: Partial<typeof LIMITS>
}

/**
 * Asks a source once, with its settings as they would be with what was typed. What comes of it is written down, for as
 * long as the settings stay as they are.
 */
export async function testConnection(
  db: Kysely<DB>,
  env: SourcesEnv,
  source: Source,
  { typed = {}, limits = {} }: TestOptions = {},
): Promise<Connection> {
  const found = await ask(db, env, source, { typed, limits })
  if (found.code === 'not_configured') return found
  const test = {
    settings_mark: await markSettings(db, env, source, typed),
    code: found.code,
    tested_at: new Date(),
  }
  await db
    .insertInto('source_tests')
    .values({ source: source.key, ...test })
    .onConflict((conflict) => conflict.column('source').doUpdateSet(test))
    .execute()
  return found
}

/** The last test of a source with the settings that it has now; null where there is none. */
export async function findLastTest(
  db: Kysely<DB>,
  env: SourcesEnv,
  source: Source,
): Promise<{ code: ConnectionCode; at: string } | null> {
  const row = await db
    .selectFrom('source_tests')
    .selectAll()
    .where('source', '=', source.key)
    .executeTakeFirst()
  const code = CODES.find((one) => one === row?.code)
  if (!row || !code || row.settings_mark !== (await markSettings(db, env, source))) return null
  return { code, at: row.tested_at.toISOString() }
}

/** Tells settings apart without showing them. */
async function markSettings(
  db: Kysely<DB>,
  env: SourcesEnv,
  source: Source,
  typed: SourceSettings = {},
): Promise<string> {
  const settings = await findSettings(db, env, source, typed)
  const values = Object.keys(source.variables).map((name) => settings[name] ?? null)
  const secret = await readSecret(db, env)
  return createHmac('sha256', secret)
    .update(JSON.stringify([source.key, ...values]))
    .digest('base64url')
}

async function ask(
  db: Kysely<DB>,
  env: SourcesEnv,
  source: Source,
  { typed = {}, limits = {} }: TestOptions,
): Promise<Connection> {
  const place = await findPlace(db, env, source, typed)
  if (!place) return { code: 'not_configured', quota: null }
  const { address, headers = {} } = source.probe?.(place) ?? source.request(place, {})
  const { allowPrivateAddresses } = place
  try {
    const answer = await fetchGuarded(address, { ...LIMITS, ...limits, headers, allowPrivateAddresses })
    const quota = source.quota?.(answer.headers) ?? null
    const code = judgeAnswer(source, await readStart(answer.body))
    return { code: code === 'works' && quota?.remaining === 0 ? 'quota_exhausted' : code, quota }
  } catch (error) {
    if (error instanceof FetchError) return { code: judgeFailure(error), quota: null }
    throw error
  }
}

async function readStart(body: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of body) {
    pieces.push(piece)
    size += piece.length
    if (size >= READ_BYTES) break
  }
  return Buffer.concat(pieces).subarray(0, READ_BYTES).toString('utf8')
}
