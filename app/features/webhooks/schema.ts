import { z } from 'zod'
import { isId } from '#app/platform/ids.ts'
import { COUNTRY_CODES } from '../audiences/visitors.ts'

/** What a webhook can tell. */
export const WEBHOOK_EVENTS = [
  'match.added',
  'match.moved',
  'match.delayed',
  'match.cancelled',
  'match.restored',
  'match.removed',
  'match.ended',
  'match.result',
  'price.moved',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

export const MOST_LEAGUES = 50
const PRICE_EVENT: WebhookEvent = 'price.moved'

/** The words of a stored list. */
export function readWords(text: string): string[] {
  return [...new Set(text.split(' ').filter(Boolean))]
}

export function readEvents(text: string): WebhookEvent[] {
  const words = readWords(text)
  return WEBHOOK_EVENTS.filter((event) => words.includes(event))
}

const name = z.string().trim().min(1, 'problem.required').max(100, 'problem.too-long')
const url = z
  .string()
  .trim()
  .max(2_000, 'problem.too-long')
  .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'problem.web-address')

/** A new webhook, as an operator enters it. The messages are keys of the texts of the back office. */
export const webhookRequest = z.object({ name, url, key_id: z.uuid('problem.required') })

/** A message that waits is sent again, as one that was never sent. */
export const deliveryChange = z.object({ state: z.literal('waiting', 'webhooks.problem-state') })

/** The columns of a webhook that an operator can change. */
export const webhookChange = z.object({
  name,
  url,
  events: z
    .string()
    .refine((text) => readEvents(text).length === readWords(text).length, 'problem.required')
    .transform((text) => readEvents(text).join(' ')),
  leagues: z
    .string()
    .refine((text) => readWords(text).every(isId), 'problem.required')
    .refine((text) => readWords(text).length <= MOST_LEAGUES, 'webhooks.problem-leagues'),
  price_percent: z
    .number('problem.number')
    .min(0.1, 'webhooks.problem-percent')
    .max(100, 'webhooks.problem-percent'),
  country: z
    .string()
    .trim()
    .toUpperCase()
    .refine((code) => code === '' || COUNTRY_CODES.has(code), 'webhooks.problem-country'),
  is_active: z.boolean(),
})

/** Prices are told of chosen leagues only. */
export function needsLeagues({ events, leagues }: { events: string; leagues: string }): boolean {
  return readEvents(events).includes(PRICE_EVENT) && readWords(leagues).length === 0
}
