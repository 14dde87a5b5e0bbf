/** Texts of troubles and states, as keys of the namespace `admin`. Runs in the browser, too. */

import type { GrowingOld } from '#app/features/feed-health/growing-old.server.ts'
import { sourceText } from '#app/features/runs/run-texts.ts'
import type { AdminKey } from '#app/platform/i18n/text-of-key.ts'
import { withColon } from '#app/platform/i18n/with-colon.ts'
import { formatCount, formatList } from '#app/platform/numbers.ts'
import { formatSoon } from '#app/platform/time.ts'
import type { Trouble, TroubleDetail } from './schema.ts'

/** A text with forms for one and for several. */
type CountedKey<Key = AdminKey> = Key extends `${infer Base}_other` ? Base : never

export interface AdminTexts {
  t: (key: AdminKey | CountedKey, options?: Record<string, string | number>) => string
  language: string
}

/** Error codes with the same meaning for an operator. */
const ALIKE: Record<string, 'broken' | 'unreachable'> = {
  cut_short: 'broken',
  not_json: 'broken',
  malformed_body: 'broken',
  unexpected_body: 'broken',
  too_large: 'broken',
  not_decodable: 'broken',
  too_many_redirects: 'unreachable',
  not_found: 'unreachable',
}
const ERRORS = [
  'unreachable',
  'timed_out',
  'http_status',
  'source_fault',
  'unknown_address',
  'broken',
  'error_answer',
  'address_refused',
  'credits_used_up',
] as const
const LINK_REASONS = ['unreachable', 'timed_out', 'too_many_redirects', 'address_refused'] as const
const MEGABYTE = 1024 ** 2

/** A trouble without parameters. */
export const NO_DETAIL: TroubleDetail = {
  reason: null,
  failures: 0,
  items: null,
  usual: null,
  free: null,
  foundAt: null,
  link: null,
  status: null,
  variable: null,
  schedules: [],
  wellSince: {},
}

/** The trouble in one sentence, and in another the schedules that it is about, if they are several. */
export function whyText(
  texts: AdminTexts,
  { kind, detail }: { kind: Trouble['kind']; detail: TroubleDetail },
): string {
  const { t, language } = texts
  const sentence = reasonText(texts, { kind, detail })
  if (detail.schedules.length < 2) return sentence
  const names = detail.schedules.map(
    ({ source, name }) => `\u2068${name || scheduleText(t as never, { source, name })}\u2069`,
  )
  return `${sentence} ${t('alerts.schedules', { names: formatList(names.toSorted(), language) })}`
}

const LATE: Record<string, 'sources.why.slow' | 'sources.why.interrupted'> = {
  slow: 'sources.why.slow',
  interrupted: 'sources.why.interrupted',
}

function reasonText(
  { t, language }: AdminTexts,
  { kind, detail }: { kind: Trouble['kind']; detail: TroubleDetail },
): string {
  const { reason, items, usual, free, link, status, variable } = detail
  const count = (number: number | null) => formatCount(number ?? 0, language)
  if (kind === 'empty') return t('sources.why.empty')
  if (kind === 'shrunken') return t('sources.why.shrunken', { items: count(items), usual: count(usual) })
  if (kind === 'disk') return t('sources.why.disk', { megabytes: count(Math.floor((free ?? 0) / MEGABYTE)) })
  if (kind === 'prices') return t('sources.why.prices', { items: count(items) })
  if (kind === 'webhook') return t('webhooks.stopped')
  if (kind === 'link') {
    const why = reason === 'http_status' ? 'status' : LINK_REASONS.find((one) => one === reason)
    return t(`links.why.${why?.replaceAll('_', '-') ?? 'unreachable'}` as 'links.why.status', {
      // Isolated, for sentences that run from right to left.
      link: `\u2068${link ?? ''}\u2069`,
      status: status ?? '',
    })
  }
  if (reason === 'not_configured' && variable)
    return `${withColon(t('sources.problem-environment-key'), language)} \u2066${variable}\u2069.`
  if (kind === 'stopped') {
    return t(reason === 'not_configured' ? 'sources.why.not-configured' : 'sources.why.overdue')
  }
  if (kind === 'late') return t(LATE[reason ?? ''] ?? 'sources.why.old-prices')
  const code = ALIKE[reason ?? ''] ?? reason
  const known = ERRORS.find((one) => one === code)
  return t(known ? `sources.why.${known.replaceAll('_', '-') as 'broken'}` : 'sources.why.other')
}

/** How many prices grow old, and when they stop counting. */
export function growingOldText(
  { t, language }: AdminTexts,
  { prices, first, last }: GrowingOld,
  { now, zone }: { now: Date; zone: string },
): string {
  const at = (instant: Date) => formatSoon(instant, now, language, zone)
  const said = { count: prices, prices: formatCount(prices, language), at: at(last) }
  if (at(first) === at(last)) return t('sources.growing-old', said)
  return t('sources.growing-old-from', { ...said, from: at(first) })
}

/** The name of a schedule: its source's, and the name that its operator gave it. */
export function scheduleText(
  t: Parameters<typeof sourceText>[0],
  { source, name }: { source: string; name: string },
): string {
  const feed = sourceText(t, source.split('/')[0] ?? source)
  return name ? `${feed} · ${name}` : feed
}

/** The subject of a trouble: a schedule, a link, a webhook, or the site, with the machine of a disk. */
export function subjectText(
  texts: AdminTexts,
  { kind, source, name }: Pick<Trouble, 'kind' | 'source' | 'name'>,
): string {
  if (kind === 'link') return texts.t('links.of', { name })
  if (kind === 'prices') return texts.t('matches.prices')
  if (kind === 'webhook') return texts.t('webhooks.of', { name: `\u2068${name}\u2069` })
  if (source) return scheduleText(texts.t as never, { source, name })
  const site = texts.t('sources.site')
  return kind === 'disk' && name ? `${site} · \u2068${name}\u2069` : site
}

/** The state in one or two words. */
export function kindText({ t }: AdminTexts, kind: Trouble['kind']): string {
  return t(`sources.state.${kind}`)
}

/** The screen that shows the subject of a trouble. */
export function screenOf({ kind, source }: Pick<Trouble, 'kind' | 'source'>): string {
  if (kind === 'link') return '/admin/bookmakers#links'
  if (kind === 'prices') return '/admin/matches?prices=ended'
  if (kind === 'webhook') return '/admin/webhooks'
  return source ? `/admin/sources/${source.split('/')[0]}` : '/admin/sources'
}
