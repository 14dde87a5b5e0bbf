import { z } from 'zod'
import { TROUBLED } from '#app/features/feed-health/state.ts'
import { isTimeZone } from '#app/platform/time.ts'

/**
 * The subjects of troubles: a schedule in one of its troubled states, the disk of the site, a link to a bookmaker,
 * the prices that operators have typed, or a webhook that has stopped.
 */
export const TROUBLE_KINDS = [...TROUBLED, 'disk', 'link', 'prices', 'webhook'] as const
export type TroubleKind = (typeof TROUBLE_KINDS)[number]

/** Replaces a schedule's id for troubles of the site. */
export const SITE_SUBJECT = 'site'
/** Each machine sees its own disk. */
export const diskSubject = (machine: string) => `disk:${machine}`
export const PRICES_SUBJECT = 'typed-prices'

/** The parameters of a trouble's texts. */
export const troubleDetail = z.object({
  reason: z.string().nullable().catch(null),
  failures: z.number().catch(0),
  items: z.number().nullable().catch(null),
  usual: z.number().nullable().catch(null),
  /** Free bytes on the disk, and when its machine last found the trouble. */
  free: z.number().nullable().catch(null),
  foundAt: z.string().nullable().catch(null),
  /** The destination of a broken link, and the HTTP status of its response. */
  link: z.string().nullable().catch(null),
  status: z.number().nullable().catch(null),
  /** The variable that the environment lacks for the key of a source. */
  variable: z.string().nullable().catch(null),
  /** The schedules that a trouble of schedules is about. */
  schedules: z.array(z.object({ id: z.string(), source: z.string(), name: z.string() })).catch([]),
  /** When those of them that are well became so, by their ids. */
  wellSince: z.record(z.string(), z.string()).catch({}),
})
export type TroubleDetail = z.infer<typeof troubleDetail>

export interface Trouble {
  id: string
  kind: TroubleKind
  subject: string
  /**
   * The schedule's key, or that of the source of several schedules, empty for the site and other subjects; and the name
   * that the schedule's operator gave it, the subject of the link, or the name of the machine or webhook.
   */
  source: string
  name: string
  detail: TroubleDetail
  openedAt: string
  closedAt: string | null
}

export type FoundTrouble = Pick<Trouble, 'kind' | 'subject' | 'source' | 'name' | 'detail'>

/** The troubles at an instant, and the subjects that were checked. */
export interface Findings {
  troubles: FoundTrouble[]
  /** Subjects without a trouble. */
  well: ReadonlySet<string>
  /** Schedules whose runs take place, well or not. */
  running: ReadonlySet<string>
  /** Subjects of troubles of a source with other schedules under way, which may show the same. */
  growing: ReadonlySet<string>
}

const MAILS = 20
const address = /^[^\s@,<>]+@[^\s@,<>]+\.[^\s@,<>]+$/
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'alerts.problem-clock')

/** The addresses of a comma-separated list. */
export function readAddresses(text: string): string[] {
  return [...new Set(text.split(',').map((one) => one.trim().toLowerCase()))].filter((one) => one !== '')
}

/** The settings of alerts that an operator can change. The messages are keys of the texts of the back office. */
export const alertChange = z.object({
  mails: z.boolean(),
  mail_to: z
    .string()
    .trim()
    .max(2_000, 'problem.too-long')
    .refine((text) => readAddresses(text).length <= MAILS, 'problem.too-long')
    .refine((text) => readAddresses(text).every((one) => address.test(one)), 'alerts.problem-mail')
    .transform((text) => readAddresses(text).join(', ')),
  webhook_url: z
    .string()
    .trim()
    .max(2_000, 'problem.too-long')
    .refine(
      (text) => text === '' || /^https?:$/.test(URL.parse(text)?.protocol ?? ''),
      'problem.web-address',
    ),
  quiet_from: clock,
  quiet_until: clock,
  time_zone: z.string().trim().refine(isTimeZone, 'problem.time-zone'),
})
