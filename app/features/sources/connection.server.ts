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
  'incomplete',
  'unexpected',
] as const

/** The result of a test of a source's connection. Texts: `sources.test.<code>`. */
export type ConnectionCode = (typeof CODES)[number]

const QUOTA_WORDS = /quota|out_of_usage|usage credits|request limit|ratelimit|rate limit|too many requests/i
const KEY_WORDS = /api.?key|token|unauthori[sz]ed|invalid key|access denied|account/i

/**
 * Reads an error from an answer with status 200: some sources report errors in the body. An answer in JSON that was read to its
 * end must be whole.
 * @param text the first part of the body
 */
function judgeAnswer({ recognizes }: Source, { text, isWhole }: Beginning): ConnectionCode {
  // API-Football's errors: `[]` when there are none, else an object of texts by subject.
  const errors = /"errors"\s*:\s*(\{[^}]+\}|\[[^\]]+\])/.exec(text)?.[1]
  if (!errors) {
    if (!recognizes(text)) return 'unexpected'
    return isWhole && isBrokenJson(text) ? 'incomplete' : 'works'
  }
  if (QUOTA_WORDS.test(errors) || /"requests"/.test(errors)) return 'quota_exhausted'
  return KEY_WORDS.test(errors) ? 'wrong_key' : 'unexpected'
}

/** Whether a text begins as JSON does and is none, such as one that was cut. */
function isBrokenJson(text: string): boolean {
  const json = text.trim()
  if (!/^[[{]/.test(json)) return false
  try {
    JSON.parse(json)
    return false
  } catch {
    return true
  }
}

/** The result of a request that failed without an answer. */
function judgeFailure(error: FetchError): ConnectionCode {
  if (error.code === 'timed_out' || error.code === 'address_refused') return error.code
  if (error.code === 'too_large') return 'works'
  if (error.code === 'cut_short') return 'incomplete'
  if (error.code !== 'http_status') return error.code === 'unreachable' ? 'unreachable' : 'unexpected'
  // The Odds API also answers 401 to a key without credits; the message distinguishes the two.
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
/** More than any answer to a probe; the body of a feed can have hundreds of megabytes. */
const READ_BYTES = 1024 * 1024

interface TestOptions {
  /** Values that are not saved yet; the environment takes precedence over them, too. */
  typed?: SourceSettings
  limits?: Partial<typeof LIMITS>
}

/**
 * Tests a source with one request, with the entered values applied to its settings. The result is stored until the
 * settings change.
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

/** The last test of a source with its current settings; null when there is none. */
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

/** Identifies settings without revealing them. */
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
    const code = judgeAnswer(source, await readBeginning(answer.body, source))
    return { code: code === 'works' && quota?.remaining === 0 ? 'quota_exhausted' : code, quota }
  } catch (error) {
    if (error instanceof FetchError) return { code: judgeFailure(error), quota: null }
    throw error
  }
}

/** The first part of a body, and whether it is all of it. */
interface Beginning {
  text: string
  isWhole: boolean
}

async function readBeginning(body: AsyncIterable<Uint8Array>, { decode }: Source): Promise<Beginning> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of body) {
    pieces.push(piece)
    size += piece.length
    if (size >= READ_BYTES) break
  }
  const start = Buffer.concat(pieces).subarray(0, READ_BYTES)
  return { text: decode?.(start) ?? start.toString('utf8'), isWhole: size < READ_BYTES }
}
