import type { Services } from '#app/platform/services.ts'
import { toNumber } from '../odds/prices.ts'
import { alertWords } from './alert-words.ts'
import { type ListedAlert, listAlerts, listTold } from './queries.server.ts'
import type { AlertTexts } from './texts.server.ts'

const CONDITIONS = {
  price: 'new.price',
  fall: 'new.fall',
  first_price: 'new.first',
  kick_off: 'new.kick-off',
} as const

/** What the export of an account says about alerts, in words; without the keys of browsers. */
export async function exportAlerts(
  { database }: Pick<Services, 'database'>,
  userId: string,
  texts: AlertTexts,
) {
  const { kysely } = database
  const { t } = texts
  const [settings, alerts, told, browsers] = await Promise.all([
    kysely
      .selectFrom('visitor_alert_settings')
      .select(['language', 'time_zone', 'mail_on', 'daily_limit', 'quiet_from', 'quiet_until'])
      .select(['created_at', 'updated_at'])
      .where('user_id', '=', userId)
      .executeTakeFirst(),
    listAlerts({ database }, userId),
    listTold({ database }, userId, null),
    kysely
      .selectFrom('push_subscriptions')
      .select(['endpoint', 'user_agent', 'created_at'])
      .where('user_id', '=', userId)
      .execute(),
  ])
  return {
    alert_settings: settings ?? null,
    alerts: alerts.map((alert) => ({
      about: aboutOf(texts, alert),
      waits_for: alertWords(texts, alert, (price) => String(toNumber(price))),
      state: stateOf(texts, alert),
      match_starts_at: alert.match?.startTime ?? null,
      kind: alert.kind,
      minutes: alert.minutes,
      percent: alert.percent,
      price: alert.price === null ? null : toNumber(alert.price),
      country: alert.country,
      created_at: alert.createdAt,
      met_at: alert.firedAt,
    })),
    alerts_told: told.map(({ kind, home, away, news, firedAt, messages }) => ({
      match: `${home} – ${away}`,
      told: news ? t(`state.${news}`) : t(CONDITIONS[kind as keyof typeof CONDITIONS]),
      at: firedAt,
      messages: messages.map(({ channel, state, reason, sentAt }) => ({
        by: t(`channel.${channel as 'mail' | 'push'}`),
        state: t(`message.${state as 'waiting'}`),
        reason: reason && t(`reason.${reason}`),
        sent_at: sentAt,
      })),
    })),
    notified_browsers: browsers,
  }
}

function aboutOf({ t }: AlertTexts, { match, league, team }: ListedAlert): string {
  if (match) return `${match.home} – ${match.away}`
  return league?.name ?? team?.name ?? t('of-favourites')
}

function stateOf({ t }: AlertTexts, { isCancelled, isOver, isPaused, firedAt }: ListedAlert): string {
  if (isCancelled) return t('state.cancelled')
  if (firedAt) return t('state.fired', { at: firedAt })
  return t(isOver ? 'state.over' : isPaused ? 'state.paused' : 'state.waiting')
}
