import { serveAudience } from '#app/platform/http/audience.server.ts'
import { withColon } from '#app/platform/i18n/with-colon.ts'
import type { Message } from '#app/platform/mail.server.ts'
import { mailHost } from '#app/platform/mail.server.ts'
import { mailHtml } from '#app/platform/mail-html.ts'
import { priceLanguageOf } from '#app/platform/numbers.ts'
import { accountPath, matchPath, stopAlertsPath } from '#app/platform/paths.ts'
import type { Services } from '#app/platform/services.ts'
import { formatDate, knownZone, zoneName } from '#app/platform/time.ts'
import { type AudienceNotices, readAudienceNotices } from '../audiences/queries.server.ts'
import { RIGHT_TO_LEFT } from '../languages/choose-language.ts'
import { getKnownLanguages } from '../languages/queries.server.ts'
import { marketWords } from '../odds/market-words.ts'
import type { Price } from '../odds/prices.ts'
import {
  netPrice,
  quotedDecimal,
  readFormat,
  type ShownPrice,
  showPrice,
  usualFormat,
} from '../odds/shown-price.ts'
import { getSiteSettings } from '../settings/queries.server.ts'
import type { Facts } from './check.server.ts'
import type { PushText } from './push.server.ts'
import { type AlertTexts, readTexts } from './texts.server.ts'
import { writeUnsubscription } from './unsubscribe.server.ts'

/** A name in a sentence of any direction. */
const isolated = (text: string) => `\u2068${text}\u2069`

interface Said {
  site: string
  language: string
  /** One line, without the site's name. */
  headline: string
  /** Sentences. */
  paragraphs: string[]
  origin: string | null
  texts: AlertTexts
}

type Reading = Omit<Services, 'jobs'>

/** What an alert says, in the visitor's language, time zone and price format, and in words that he may read. */
function say(services: Reading, facts: Facts): Promise<Said> {
  return serveAudience(facts.audience, () => sayTo(services, facts))
}

async function sayTo(services: Reading, facts: Facts): Promise<Said> {
  const { alert, match, offer, news, startsBefore } = facts
  const settings = await getSiteSettings(services as Services)
  const { active, default: fallback } = await getKnownLanguages(services as Services)
  const language = alert.language && active.includes(alert.language) ? alert.language : fallback
  const texts = await readTexts(services, language)
  const { t, matches } = texts
  const zone = knownZone(alert.time_zone ?? settings.time_zone)
  const format = readFormat(alert.price_format) ?? readFormat(settings.price_format) ?? usualFormat(language)
  const priceLanguage = priceLanguageOf(settings.price_decimal_mark, language)
  const show = (it: ShownPrice) => isolated(showPrice(it, priceLanguage, format))
  const price = (it: Price) => show({ price: it, quoted: null })
  const name = `${match.home} – ${match.away}`
  const at = `${formatDate(new Date(match.startTime), 'dateTime', language, zone)} (${zoneName(zone, language)})`
  const place = { match: isolated(name), league: isolated(match.league.name), at: isolated(at) }
  const start = t('mail.start', place)
  const origin = services.env.appUrl ?? (settings.site_url ? new URL(settings.site_url).origin : null)
  const common = { site: settings.site_name, language, origin, texts }
  if (news === 'cancelled') {
    const paragraphs = [t('mail.cancelled-text'), t('mail.cancelled-start', place)]
    return { ...common, headline: t('mail.cancelled', { match: name }), paragraphs }
  }
  if (news === 'restored') {
    const paragraphs = [t('mail.restored-text'), start]
    return { ...common, headline: t('mail.restored', { match: name }), paragraphs }
  }
  if (news === 'moved' && startsBefore) {
    const before = formatDate(startsBefore, 'dateTime', language, zone)
    const paragraphs = [t('mail.moved-text', { at: isolated(before) }), start]
    return { ...common, headline: t('mail.moved', { match: name }), paragraphs }
  }
  if (alert.kind === 'kick_off') {
    const time = formatDate(new Date(match.startTime), 'time', language, zone)
    return { ...common, headline: t('mail.kick-off', { match: name, time }), paragraphs: [start] }
  }
  if (!offer) {
    const { home, draw, away } = match.headline
    const prices = [home, draw, away].flatMap((it) => (it ? show(it.shown ?? quotedDecimal(it.price)) : []))
    const best = prices.length > 0 ? [t('mail.best-prices', { prices: prices.join(' / ') })] : []
    return {
      ...common,
      headline: t('mail.first-price', { match: name }),
      paragraphs: [t('mail.first-price-text'), ...best, start],
    }
  }
  const words = marketWords({ t: matches, language }, match)
  const outcome = words.outcomeName(offer.market, offer.outcome)
  const market = [
    words.typeName(offer.market),
    words.detailName(offer.market),
    words.periodName(offer.market),
  ]
    .filter(Boolean)
    .join(' · ')
  // Net of commission: no more than is paid.
  const { net } = offer.best
  const now = net === offer.best.price ? price(net) : show(netPrice(net))
  const said = {
    outcome: isolated(outcome),
    market: isolated(market),
    bookmaker: isolated(offer.best.bookmaker.name),
    price: now,
    asked: alert.price === null ? now : price(alert.price),
  }
  const isFall = alert.kind === 'fall'
  return {
    ...common,
    headline: t(isFall ? 'mail.fall' : 'mail.price', { match: name, outcome, price: now }),
    paragraphs: [t(isFall ? 'mail.fall-text' : 'mail.price-text', said), start],
  }
}

/**
 * A mail of an alert.
 * @param id of the message: a mail that is sent again has the same Message-ID
 * @throws in production if the site has no public address for its links
 */
export async function composeAlertMail(services: Reading, facts: Facts, id: string): Promise<Message> {
  const { alert, match, audience } = facts
  const { site, language, headline, paragraphs, texts, origin } = await say(services, facts)
  const { t } = texts
  if (!origin && services.env.mode === 'production')
    throw new Error('APP_URL is not set, so mails cannot contain links.')
  const base = origin ?? `http://localhost:${services.env.port}`
  const link = base + matchPath(language, match)
  const token = await writeUnsubscription(services.database.kysely, services.env, {
    userId: alert.user_id,
    alertId: alert.id,
  })
  const stop = base + stopAlertsPath(language, token)
  const notices = await serveAudience(audience, () => readAudienceNotices(services, language))
  const quotes = facts.news ? [] : [t('mail.prices-change')]
  const note = [...quotes, ...ageLine(texts, notices)].join(' ')
  const help = notices?.help ?? null
  const action = t('mail.action')
  const ways = [
    { text: t('mail.manage'), href: base + accountPath(language, 'alerts') },
    { text: t('mail.stop'), href: stop },
  ]
  // Some mail programs show the marks of isolated names as boxes in a subject.
  const subject = `${withColon(site, language)} ${headline}`.replaceAll(/[\u2068\u2069]/g, '')
  return {
    to: alert.email,
    subject,
    link,
    messageId: `alert-${id}@${mailHost(services.env)}`,
    unsubscribe: stop,
    text: [
      ...paragraphs,
      `${action}:\n${link}`,
      ...(note ? [note] : []),
      ...(help ? [helpText(help)] : []),
      ...ways.map(({ text, href }) => `${text}:\n${href}`),
      site,
    ].join('\n\n'),
    html: mailHtml({
      lang: language,
      direction: RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr',
      site,
      subject,
      texts: paragraphs,
      action,
      link,
      note,
      help,
      ways,
    }),
  }
}

/** Whom the prices are for in the audience of the alert. */
function ageLine({ t }: AlertTexts, notices: AudienceNotices | null): string[] {
  const age = notices?.minimumAge ?? (notices?.adultMark ? 18 : null)
  return age === null ? [] : [t('mail.adults', { age })]
}

/** The help line with its page, which can be all that it says. */
function helpText({ text, url }: NonNullable<AudienceNotices['help']>): string {
  return url && url !== text ? `${text}\n${url}` : text
}

/** The same as a notification. @param firingId notifications of one firing replace each other */
export async function composePush(services: Reading, facts: Facts, firingId: string): Promise<PushText> {
  const { language, headline, paragraphs, site } = await say(services, facts)
  return {
    title: headline,
    body: `${paragraphs[0] ?? ''}\n${site}`,
    url: matchPath(language, facts.match),
    tag: firingId,
    lang: language,
    dir: RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr',
  }
}
