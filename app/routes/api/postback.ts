import { readJsonFields } from '#app/features/earnings/json-fields.ts'
import { transactionFields } from '#app/features/earnings/schema.ts'
import { findSender } from '#app/features/earnings/senders.server.ts'
import { isSigned, signedQuery } from '#app/features/earnings/signature.ts'
import { storeEarnings } from '#app/features/earnings/store-earnings.server.ts'
import { sentQueryContext } from '#app/platform/http/sent-query.ts'
import { type Services, servicesContext } from '#app/platform/services.ts'
import type { Route } from './+types/postback'

/** A postback with its fields in the query, signed by `sig`. */
export function loader({ params, context }: Route.LoaderArgs) {
  const { text, signature } = signedQuery(context.get(sentQueryContext))
  return receive(context.get(servicesContext), params.key, text, signature, [...new URLSearchParams(text)])
}

/** A postback with its fields in the body, as a form or as JSON, signed by the header `X-Signature`. */
export async function action({ request, params, context }: Route.ActionArgs) {
  if (request.method !== 'POST') return refuse(405, 'method', 'A postback is a GET or POST request.')
  const signed = Buffer.from(await request.arrayBuffer())
  const signature = request.headers.get('x-signature')?.replace(/^sha256=/, '') ?? null
  const isJson = /^application\/json\s*(?:;|$)/i.test(request.headers.get('content-type') ?? '')
  const body = new TextDecoder().decode(signed)
  const fields = isJson ? readJsonFields(body) : [...new URLSearchParams(body)]
  return receive(context.get(servicesContext), params.key, signed, signature, fields)
}

/**
 * Checks the signature before anything else, so that only the sender learns what is wrong with the fields.
 * @param signed what the signature covers
 * @param fields in order; null if they cannot be read
 */
async function receive(
  services: Services,
  key: string,
  signed: string | Uint8Array,
  signature: string | null,
  fields: [name: string, value: string][] | null,
): Promise<Response> {
  const db = services.database.kysely
  const sender = await findSender(db, services.env, key)
  if (!sender) return refuse(404, 'unknown-sender', 'There is no active sender with this address.')
  if (signature === null || !isSigned(sender.secret, signed, signature))
    return refuse(403, 'signature', 'The signature is missing or wrong.')
  if (!fields) return refuse(400, 'body', 'The body is not a JSON object.')
  const names = fields.map(([name]) => name)
  const repeated = names.find((name, index) => names.indexOf(name) !== index)
  if (repeated !== undefined) {
    const problems = [{ field: repeated, code: 'repeated' }]
    return refuse(400, 'fields', 'Fields are missing or invalid.', { problems })
  }
  const read = transactionFields.safeParse(Object.fromEntries(fields))
  if (!read.success) {
    const problems = read.error.issues.map(({ path, message }) => ({ field: String(path[0]), code: message }))
    return refuse(400, 'fields', 'Fields are missing or invalid.', { problems })
  }
  const [outcome] = await storeEarnings(db, sender.id, [read.data])
  if (outcome === 'different') return refuse(409, 'different', 'The transaction is stored with other values.')
  return Response.json({ status: outcome }, { headers: NO_STORE })
}

const NO_STORE = { 'Cache-Control': 'no-store' }

/** A refusal as a problem document (RFC 9457). */
function refuse(status: number, code: string, title: string, more: object = {}): Response {
  return new Response(JSON.stringify({ title, status, code, ...more }), {
    status,
    headers: { ...NO_STORE, 'Content-Type': 'application/problem+json' },
  })
}
