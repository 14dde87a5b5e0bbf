import type { Kysely } from 'kysely'
import { sportKey, sportName } from '#app/features/catalogue/place-names.ts'
import { RunError } from '#app/features/runs/schema.ts'
import type { Choice, Source } from '#app/features/sources/contract.ts'
import { redactAddress } from '#app/features/sources/redact-address.ts'
import type { SourcesEnv } from '#app/features/sources/settings.ts'
import { type FoundPlace, findPlace } from '#app/features/sources/source-address.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import { MINUTE_MS } from '#app/platform/time.ts'
import { openBody } from './open-body.server.ts'

export type FeedSports =
  | { kind: 'sports'; sports: Choice[] }
  | { kind: 'not_configured' }
  /** Text: 'Failed to fetch sports data'. */
  | { kind: 'unavailable'; message: string }

const KEPT_MS = 5 * MINUTE_MS
const LIST_LIMITS = {
  headersTimeoutMs: 15_000,
  totalTimeoutMs: 60_000,
  attempts: 2,
  maxBytes: 128 * 1024 * 1024,
}

/** Cached in each process: where a source has no list, its whole body is read for one. */
const kept = new Map<string, { until: number; sports: Choice[] }>()

/** The sports or competitions that a source offers, for the choice before an import. */
export async function listFeedSports(
  db: Kysely<DB>,
  env: SourcesEnv,
  source: Source,
  now = Date.now(),
): Promise<FeedSports> {
  const place = await findPlace(db, env, source)
  if (!place) return { kind: 'not_configured' }
  const key = `${source.key} ${redactAddress(place.address)}`
  const known = kept.get(key)
  if (known && known.until > now) return { kind: 'sports', sports: known.sports }
  try {
    const sports = await readChoices(source, place)
    kept.set(key, { until: now + KEPT_MS, sports })
    return { kind: 'sports', sports }
  } catch (error) {
    if (!(error instanceof RunError)) throw error
    return { kind: 'unavailable', message: error.message }
  }
}

/** What a schedule of a source can import. */
export interface Offered {
  choices: Choice[]
  /** Whether the source has listed what it has; otherwise it can have more. */
  isWhole: boolean
}

/** The sports or competitions that a source lists now, and those that it is known to have at other times. */
export async function listOffered(db: Kysely<DB>, env: SourcesEnv, source: Source): Promise<Offered> {
  const listed = await listFeedSports(db, env, source)
  const choices = listed.kind === 'sports' ? listed.sports : []
  const values = new Set(choices.map(({ value }) => value))
  const others = (await listKnown(db, source)).filter(({ value }) => !values.has(value))
  return { choices: [...choices, ...others], isWhole: listed.kind === 'sports' }
}

async function listKnown(db: Kysely<DB>, { choices }: Source): Promise<readonly Choice[]> {
  if (choices?.by !== 'read') return choices?.known ?? []
  const sports = await db.selectFrom('sports').select('name').orderBy('name').execute()
  return sports.map(({ name }) => ({ value: name, label: name, group: null }))
}

/** The keys that a source does not have; none where its list cannot be read. */
export async function findUnoffered(
  db: Kysely<DB>,
  env: SourcesEnv,
  { source, keys }: { source: Source; keys: readonly string[] },
): Promise<string[]> {
  if (keys.length === 0 || !source.choices) return []
  const { choices, isWhole } = await listOffered(db, env, source)
  const nameOf = source.choices.by === 'read' ? sportKey : (key: string) => key
  const known = new Set(choices.map(({ value }) => nameOf(value)))
  return isWhole ? keys.filter((key) => !known.has(nameOf(key))) : []
}

async function readChoices(source: Source, place: FoundPlace): Promise<Choice[]> {
  const { choices } = source
  if (!choices) return []
  if (choices.by === 'asked' && !choices.list) return choices.readList('')
  const { address, headers = {} } =
    choices.by === 'asked' && choices.list ? choices.list(place) : source.request(place, {})
  const { allowPrivateAddresses } = place
  const body = await openBody(address, { ...LIST_LIMITS, headers, allowPrivateAddresses })
  if (choices.by === 'asked') {
    const chunks: Uint8Array[] = []
    for await (const chunk of body.stream) chunks.push(chunk)
    return choices.readList(Buffer.concat(chunks).toString('utf8'))
  }
  const names = new Set<string>()
  const context = { confirmedAt: body.confirmedAt, bookmaker: undefined }
  for await (const item of source.parse(body.stream, context)) {
    if (item.kind === 'event') names.add(sportName(item.sport))
  }
  return [...names].sort().map((name) => ({ value: name, label: name, group: null }))
}
