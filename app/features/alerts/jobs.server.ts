import { z } from 'zod'
import { RIGHT_TO_LEFT } from '#app/features/languages/choose-language.ts'
import { getSiteSettings } from '#app/features/settings/queries.server.ts'
import { createMemo } from '#app/platform/cache/memo.server.ts'
import { FetchError } from '#app/platform/http/fetch-guarded.server.ts'
import { withColon } from '#app/platform/i18n/with-colon.ts'
import type { AnyJobKind, JobKind, Queue } from '#app/platform/jobs.server.ts'
import {
  isRejectedPermanently,
  LONGEST_SENDING_SECONDS,
  mailHost,
  sendMail,
} from '#app/platform/mail.server.ts'
import { mailHtml } from '#app/platform/mail-html.ts'
import type { Services } from '#app/platform/services.ts'
import { formatDate } from '#app/platform/time.ts'
import { findTroubles, readDisk } from './find-troubles.server.ts'
import { tellGrowingOld } from './growing-old.server.ts'
import { shippedTexts } from './labels.server.ts'
import { listRecipients } from './recipients.server.ts'
import { readAlertSettings } from './settings.server.ts'
import { kindText, screenOf, subjectText, whyText } from './texts.ts'
import { findTrouble, type Occasion, trackTroubles } from './troubles.server.ts'
import { postAlert } from './webhook.server.ts'

/** Ten attempts, with growing pauses of up to about ten minutes. */
const RETRIES = 10
const MAIL_QUEUE: Queue = {
  ...{ name: 'alert-mails', retries: RETRIES },
  expireInSeconds: LONGEST_SENDING_SECONDS,
}
const WEBHOOK_QUEUE: Queue = { name: 'alert-webhooks', expireInSeconds: 120, retries: RETRIES }
/** A worker fetches one message at a time: with several workers, a mail to all administrators does not take minutes. */
const AT_ONCE = 5
/** Queued each minute, and after each turn of a schedule. */
export const TROUBLES_QUEUE: Queue = { name: 'troubles', exclusive: true, expireInSeconds: 60, retries: 1 }

const occasion = z.object({ troubleId: z.uuid(), event: z.enum(['opened', 'closed']) })
/** `postponed`: how often the receiver has asked to wait. */
const webhookPayload = occasion.extend({ postponed: z.number().int().default(0) })
const mailPayload = occasion.extend({ to: z.string(), language: z.string() })
const nothing = z.object({}) as unknown as z.ZodType<Record<string, never>>

export interface AlertSite extends Omit<Services, 'memo'> {
  /** The current time; tests set their own. */
  clock?: () => Date
}

/** The jobs that detect troubles and send alerts. */
export function alertJobs(site: AlertSite): AnyJobKind[] {
  return [troublesJob(site), mailJob(site), webhookJob(site)]
}

function troublesJob(site: AlertSite): JobKind<Record<string, never>> {
  return {
    ...TROUBLES_QUEUE,
    payload: nothing,
    cron: '* * * * *',
    handle: async () => {
      await lookForTroubles(site)
    },
  }
}

/** Stores new and resolved troubles, and queues the messages. @returns the sent news */
export async function lookForTroubles(site: AlertSite): Promise<Occasion[]> {
  const { database, env, jobs } = site
  await jobs.prepare(MAIL_QUEUE)
  await jobs.prepare(WEBHOOK_QUEUE)
  const now = site.clock?.() ?? new Date()
  const disk = await readDisk(env.dataDir)
  const services = { ...site, memo: createMemo() }
  return trackTroubles(database.kysely, now, {
    find: (tx) => findTroubles(tx, { env }, now, disk),
    tell: async (tx, occasions) => {
      const settings = await readAlertSettings(tx)
      const recipients = settings.mails ? await listRecipients(tx, services, settings.mailTo) : []
      for (const { event, trouble } of occasions) {
        const told = { troubleId: trouble.id, event }
        for (const recipient of recipients)
          await jobs.send(MAIL_QUEUE, { ...told, ...recipient }, { within: tx })
        if (settings.webhook) await jobs.send(WEBHOOK_QUEUE, told, { within: tx })
      }
    },
  })
}

function mailJob(site: AlertSite): JobKind<z.infer<typeof mailPayload>> {
  return {
    ...MAIL_QUEUE,
    atOnce: AT_ONCE,
    payload: mailPayload,
    handle: async ({ troubleId, event, to, language }, _, jobId) => {
      const trouble = await findTrouble(site.database.kysely, troubleId)
      if (!trouble) return
      const services: Services = { ...site, memo: createMemo() }
      const now = site.clock?.() ?? new Date()
      const message = await composeMail(services, { event, trouble }, { to, language, now })
      try {
        // A mail that is sent again is recognised by its id.
        const messageId = `trouble-${jobId}@${mailHost(site.env)}`
        await sendMail(site.env, site.log, { ...message, messageId })
      } catch (error) {
        if (!isRejectedPermanently(error)) throw error
        site.log.error({ err: error }, 'alerts: a mail was refused')
      }
    },
  }
}

async function composeMail(
  services: Services,
  { event, trouble }: Occasion,
  { to, language, now }: { to: string; language: string; now: Date },
) {
  const settings = await getSiteSettings(services)
  const texts = shippedTexts(language)
  const site = settings.site_name
  const state = kindText(texts, trouble.kind)
  const said = event === 'opened' ? state : texts.t('alerts.mail.closed', { state })
  const headline = `${subjectText(texts, trouble)} – ${said}`
  const subject = `${withColon(site, language)} ${headline}`
  const at = (instant: string) => formatDate(new Date(instant), 'dateTime', language, settings.time_zone)
  const { database, env } = services
  const about = { trouble, now, zone: settings.time_zone }
  const growingOld = event === 'opened' && (await tellGrowingOld(database.kysely, env, texts, about))
  const paragraphs =
    event === 'opened'
      ? [
          [whyText(texts, trouble), growingOld].filter(Boolean).join(' '),
          texts.t('alerts.mail.since', { at: at(trouble.openedAt) }),
        ]
      : [
          texts.t('alerts.mail.over', {
            from: at(trouble.openedAt),
            until: at(trouble.closedAt ?? trouble.openedAt),
          }),
        ]
  const origin = services.env.appUrl ?? (settings.site_url ? new URL(settings.site_url).origin : null)
  const link = origin && `${origin}${screenOf(trouble)}`
  const screens = { link: 'alerts.mail.action-links', prices: 'alerts.mail.action-matches' } as const
  const action = texts.t(screens[trouble.kind as keyof typeof screens] ?? 'alerts.mail.action')
  return {
    to,
    subject,
    link,
    text: [headline, ...paragraphs, ...(link ? [`${action}:\n${link}`] : []), site].join('\n\n'),
    html: mailHtml({
      lang: language,
      direction: RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr',
      site,
      subject,
      texts: [headline, ...paragraphs],
      action,
      link,
      note: null,
    }),
  }
}

/** The longest time that a receiver can ask for: a later alert is of no use. */
const LONGEST_ASKED_S = 3_600

function webhookJob(site: AlertSite): JobKind<z.infer<typeof webhookPayload>> {
  const { database, env, log, jobs } = site
  return {
    ...WEBHOOK_QUEUE,
    atOnce: AT_ONCE,
    payload: webhookPayload,
    handle: async ({ troubleId, event, postponed }, signal) => {
      const trouble = await findTrouble(database.kysely, troubleId)
      const { webhook } = await readAlertSettings(database.kysely)
      if (!trouble || !webhook) return
      const message = { id: `${trouble.id}_${event}`, content: webhookBody({ event, trouble }) }
      try {
        const status = await postAlert({ database, env }, webhook, message, signal)
        if (status === 'no-secret')
          log.error('alerts: the secret of the webhook cannot be read, make a new one')
      } catch (error) {
        const asked = error instanceof FetchError ? (error.retryAfter ?? 0) : 0
        if (asked <= 0 || postponed >= RETRIES) throw error
        log.warn({ err: error, asked }, 'alerts: the receiver of the webhook asked to wait')
        const after = Math.ceil(Math.min(asked, LONGEST_ASKED_S))
        await jobs.send(WEBHOOK_QUEUE, { troubleId, event, postponed: postponed + 1 }, { after })
      }
    },
  }
}

function webhookBody({ event, trouble }: Occasion) {
  const { id, kind, subject, source, name, openedAt, closedAt } = trouble
  const { wellSince: _, foundAt: _foundAt, ...detail } = trouble.detail
  const schedule = source ? (detail.schedules[0]?.id ?? subject) : null
  return {
    type: `trouble.${event}`,
    timestamp: event === 'closed' ? closedAt : openedAt,
    data: { id, kind, schedule, source, name, ...detail, openedAt, closedAt },
  }
}
