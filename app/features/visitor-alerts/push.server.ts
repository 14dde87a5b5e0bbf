import { createHash } from 'node:crypto'
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { DB } from '#app/platform/db/types.ts'
import type { Env } from '#app/platform/env.ts'
import { FetchError, isPublicAddress, postGuarded } from '#app/platform/http/fetch-guarded.server.ts'
import { mailHost } from '#app/platform/mail.server.ts'
import { readSecret } from '#app/platform/secret.server.ts'
import { SealError, seal, unseal } from '#app/platform/vault.ts'
import { arePushKeys, encryptPush, type PushKeys } from './push-encryption.ts'

/** For a push service of a test, on the same machine: http, and private addresses. */
export interface PushOptions {
  isLocal: boolean
}

const KEYS_NAME = 'vapid'
const KEYS_PLACE = 'alerts/vapid'
const LIMITS = { connectTimeoutMs: 10_000, headersTimeoutMs: 20_000, totalTimeoutMs: 30_000 }
/** The most browsers of a visitor. */
const MOST_BROWSERS = 10

interface VapidKeys {
  privateKey: JWK
  /** The point of the curve, base64url, as browsers and push services get it. */
  publicKey: string
}

/**
 * The keys by which push services know this site (RFC 8292). They are made at the first use, and kept encrypted with
 * the site's secret. With another secret they are made again; then no subscription is valid any more.
 */
export async function readVapidKeys(
  db: Kysely<DB>,
  env: { secret?: string | undefined },
): Promise<VapidKeys> {
  const secret = await readSecret(db, env)
  const stored = () =>
    db.selectFrom('app_secrets').select('value').where('name', '=', KEYS_NAME).executeTakeFirst()
  const row = await stored()
  if (row) {
    const known = openKeys(secret, row.value)
    if (known) return known
    await db.deleteFrom('app_secrets').where('name', '=', KEYS_NAME).where('value', '=', row.value).execute()
    await db.deleteFrom('push_subscriptions').execute()
  }
  const made = JSON.stringify(await makeKeys())
  await db
    .insertInto('app_secrets')
    .values({ name: KEYS_NAME, value: seal(secret, KEYS_PLACE, made) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  // Another process may have been faster.
  const keys = openKeys(secret, (await stored())?.value ?? '')
  if (!keys) throw new Error('The keys of push messages cannot be read.')
  return keys
}

function openKeys(secret: string, sealed: string): VapidKeys | undefined {
  try {
    return JSON.parse(unseal(secret, KEYS_PLACE, sealed)) as VapidKeys
  } catch (error) {
    if (error instanceof SealError) return undefined
    throw error
  }
}

async function makeKeys(): Promise<VapidKeys> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const key = await exportJWK(privateKey)
  const point = [key.x, key.y].map((part) => Buffer.from(part ?? '', 'base64url'))
  return { privateKey: key, publicKey: Buffer.concat([Buffer.from([4]), ...point]).toString('base64url') }
}

const subscription = z.object({
  endpoint: z.string().max(1_000).refine(isEndpoint),
  keys: z.object({ p256dh: z.string().max(200), auth: z.string().max(100) }).refine(arePushKeys),
})

/** An endpoint comes from the browser: only https, and no address of a private network. A name is checked at each sending. */
function isEndpoint(text: string): boolean {
  const url = URL.parse(text)
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return false
  const isAddress = /^[\d.]+$|^\[/.test(url.hostname)
  return url.hostname.includes('.') || isAddress ? !isAddress || isPublicAddress(url.hostname) : false
}

/**
 * Stores a browser's subscription, which then belongs to this visitor only.
 * @param json the subscription as the browser writes it
 * @returns false if it is malformed, or if its address is not allowed
 */
export async function addSubscription(
  db: Kysely<DB>,
  userId: string,
  { json, userAgent }: { json: string; userAgent: string | null },
): Promise<boolean> {
  const read = subscription.safeParse(parseJson(json))
  if (!read.success) return false
  const { endpoint, keys } = read.data
  await db.transaction().execute(async (tx) => {
    // In one order for all of a visitor's browsers.
    await tx.selectFrom('profiles').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
    await tx.deleteFrom('push_subscriptions').where('endpoint', '=', endpoint).execute()
    const kept = await tx
      .selectFrom('push_subscriptions')
      .select('id')
      .where('user_id', '=', userId)
      .orderBy('created_at', 'desc')
      .offset(MOST_BROWSERS - 1)
      .execute()
    for (const { id } of kept) await tx.deleteFrom('push_subscriptions').where('id', '=', id).execute()
    await tx
      .insertInto('push_subscriptions')
      .values({ user_id: userId, endpoint, ...keys, user_agent: userAgent?.slice(0, 500) ?? null })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
  return true
}

/** Ends the notifications of one of a visitor's own browsers. */
export async function removeSubscription(db: Kysely<DB>, userId: string, id: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('id', '=', id).where('user_id', '=', userId).execute()
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** What a service worker shows. */
export interface PushText {
  title: string
  body: string
  url: string
  /** Messages with the same tag replace each other. */
  tag: string
  lang: string
  dir: 'ltr' | 'rtl'
}

/**
 * Sends a message to a browser's push service.
 * @returns 'gone' if the browser has ended its subscription
 * @throws FetchError
 */
export async function sendPush(
  { db, env, push }: { db: Kysely<DB>; env: Env; push?: PushOptions | undefined },
  { endpoint, p256dh, auth }: { endpoint: string } & PushKeys,
  text: PushText,
  { until, now }: { until: Date; now: Date },
): Promise<'sent' | 'gone'> {
  if (!push?.isLocal && !isEndpoint(endpoint)) return 'gone'
  const keys = await readVapidKeys(db, env)
  const body = encryptPush(JSON.stringify(text), { p256dh, auth })
  const headers = {
    'content-type': 'application/octet-stream',
    'content-encoding': 'aes128gcm',
    // Nobody wants to know after the start.
    ttl: String(Math.max(0, Math.floor((until.getTime() - now.getTime()) / 1_000))),
    urgency: 'normal',
    // A copy replaces the message that was not fetched yet.
    topic: createHash('sha256').update(text.tag).digest('base64url').slice(0, 32),
    authorization: `vapid t=${await signVapid(keys, endpoint, env)}, k=${keys.publicKey}`,
  }
  try {
    const allowPrivateAddresses = push?.isLocal ?? false
    await postGuarded(endpoint, body, { ...LIMITS, headers, allowPrivateAddresses })
    return 'sent'
  } catch (error) {
    const isGone = error instanceof FetchError && (error.status === 404 || error.status === 410)
    if (isGone) return 'gone'
    throw error
  }
}

async function signVapid({ privateKey }: VapidKeys, endpoint: string, env: Env): Promise<string> {
  const contact = env.appUrl?.startsWith('https:') ? env.appUrl : `mailto:no-reply@${mailHost(env)}`
  return new SignJWT({})
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
    .setAudience(new URL(endpoint).origin)
    .setSubject(contact)
    .setExpirationTime('12h')
    .sign(await importJWK(privateKey, 'ES256'))
}
