import { sql } from 'kysely'
import { noteFailure, noteRead } from '#app/platform/http/reads.server.ts'
import type { Services } from '#app/platform/services.ts'
import { mentionsBarred, permitsLink } from '../audiences/permissions.ts'
import { readAudience } from '../audiences/queries.server.ts'
import type { SUBS } from './link-template.ts'
import { isOutboundLink } from './outbound-link.ts'
import type { AffiliateButton } from './schema.ts'

interface ButtonRow {
  id: string
  button_text: string
  button_link: string
  bookmaker_id: string | null
  bookmaker: string | null
  bookmaker_key: string | null
}

/**
 * The active affiliate buttons with a valid link that the current audience may see, in one language, oldest first. If the translations cannot be read,
 * the untranslated buttons are returned; if those cannot be read either, an empty list.
 */
export function listAffiliateButtons(services: Services, language: string): Promise<AffiliateButton[]> {
  return services.memo.get(`affiliates:${language}`, async () => {
    noteRead('affiliates', 'bookmakers', 'languages')
    const audience = await readAudience(services)
    if (!audience.links) return []
    const rows = await readTranslated(services, language).catch((error: unknown) => {
      services.log.error({ err: error, language }, 'the affiliate buttons could not be read; none are shown')
      noteFailure()
      return []
    })
    return rows
      .filter((row) => isOutboundLink(row.button_link))
      .filter((row) => permitsLink(audience, row.button_link, row.bookmaker_key))
      .filter((row) => !mentionsBarred(audience, row.button_text))
      .map(({ id, button_text, bookmaker_id, bookmaker }) => ({
        id,
        text: button_text,
        bookmaker: bookmaker_id && bookmaker ? { id: bookmaker_id, name: bookmaker } : null,
      }))
  })
}

async function readTranslated(services: Services, language: string): Promise<ButtonRow[]> {
  const db = services.database.kysely
  try {
    const { rows } = await sql<ButtonRow>`
      select t.id, t.button_text, t.button_link, k.id as bookmaker_id, k.name as bookmaker,
        k.key as bookmaker_key
      from get_all_affiliate_buttons_in_language(${language}) t
      join affiliate_buttons b on b.id = t.id
      left join bookmaker_members k on k.member_id = b.bookmaker_id
      order by b.created_at, b.id`.execute(db)
    return rows
  } catch (error) {
    services.log.warn({ err: error, language }, 'affiliate buttons are shown untranslated')
    noteFailure()
    return db
      .selectFrom('affiliate_buttons as b')
      .leftJoin('bookmakers as m', 'm.id', 'b.bookmaker_id')
      .leftJoin('bookmakers as k', (join) => join.on(sql<boolean>`k.id = coalesce(m.merged_into, m.id)`))
      .select(['b.id', 'b.button_text', 'b.button_link', 'k.id as bookmaker_id'])
      .select(['k.name as bookmaker', 'k.key as bookmaker_key'])
      .where('b.is_active', '=', true)
      .orderBy('b.created_at')
      .orderBy('b.id')
      .execute()
  }
}

/** A link with placeholders, and what its subs contain. */
export interface LinkTemplate extends Record<(typeof SUBS)[number], string | null> {
  template: string
}

/** The targets of an affiliate link, and its bookmaker. */
export interface Destination {
  /** The most specific first: the first that can be filled is followed. */
  links: LinkTemplate[]
  bookmakerId: string | null
  /** The bookmaker of the button, which can be merged into that one: clicks are stored with it. */
  ownBookmakerId: string | null
  /** Hosts to which links of a feed may lead, with their subdomains. */
  hosts: string[]
}

const NO_SUBS = { sub1: null, sub2: null, sub3: null, sub4: null, sub5: null }

/** `not-here`: the current audience may not follow the link. Undefined if there is none, or it is invalid. */
export type FoundLink = Destination | 'not-here' | undefined

/**
 * The links of an active button: its bookmaker's for the visitor's country, its bookmaker's for all countries, its own.
 * @param country ISO 3166-1 alpha-2; undefined if it is not known
 */
export async function findButtonLink(
  services: Services,
  id: string,
  country: string | undefined,
): Promise<FoundLink> {
  const row = await services.database.kysely
    .selectFrom('affiliate_buttons as a')
    .leftJoin('bookmakers as m', 'm.id', 'a.bookmaker_id')
    .leftJoin('bookmakers as b', (join) => join.on(sql<boolean>`b.id = coalesce(m.merged_into, m.id)`))
    .select(['a.button_link', 'a.bookmaker_id as own_id', 'b.id as bookmaker_id', 'b.key', 'b.link_hosts'])
    .where('a.id', '=', id)
    .where('a.is_active', '=', true)
    .executeTakeFirst()
  if (!row || !isOutboundLink(row.button_link)) return undefined
  const { button_link, own_id, bookmaker_id, link_hosts } = row
  const templates = bookmaker_id === null ? [] : await readTemplates(services, bookmaker_id, country)
  const links = [...templates, { template: button_link, ...NO_SUBS }]
  const hosts = (templates[0]?.link_hosts ?? link_hosts)?.split(' ') ?? []
  return followable(services, { links, bookmakerId: bookmaker_id, ownBookmakerId: own_id, hosts }, row.key)
}

/** Of a bookmaker and those merged into it: for each country one link is used. */
async function readTemplates(
  { database }: Services,
  bookmaker: string,
  country: string | undefined,
): Promise<(LinkTemplate & { link_hosts: string | null })[]> {
  const { rows } = await sql<LinkTemplate & { link_hosts: string | null }>`
    select template, sub1, sub2, sub3, sub4, sub5, link_hosts from bookmaker_links
    where owner_id = ${bookmaker} and is_used and (country is null or country = ${country ?? null})
    order by country nulls last`.execute(database.kysely)
  return rows
}

async function followable(
  services: Services,
  destination: Destination,
  bookmaker: string | null,
): Promise<FoundLink> {
  const audience = await readAudience(services)
  const permits = ({ template }: LinkTemplate) => permitsLink(audience, template, bookmaker)
  return audience.links && destination.links.every(permits) ? destination : 'not-here'
}

/** The one row with an id in a range; undefined if there is none, or another one: a click must not reach a wrong target. */
export async function findOne(
  { database }: Pick<Services, 'database'>,
  table: 'affiliate_buttons' | 'matches' | 'promotions',
  { first, last }: { first: string; last: string },
): Promise<string | undefined> {
  const rows = await database.kysely
    .selectFrom(table)
    .select('id')
    .where('id', '>=', first)
    .where('id', '<=', last)
    .limit(2)
    .execute()
  return rows.length === 1 ? rows[0]?.id : undefined
}

/** An operator's own link for a match. */
export async function findMatchLink(services: Services, id: string): Promise<FoundLink> {
  const row = await services.database.kysely
    .selectFrom('matches')
    .select('affiliate_link')
    .where('id', '=', id)
    .executeTakeFirst()
  const link = row?.affiliate_link
  if (!link || !isOutboundLink(link)) return undefined
  const links = [{ template: link, ...NO_SUBS }]
  return followable(services, { links, bookmakerId: null, ownBookmakerId: null, hosts: [] }, null)
}

/**
 * The link of a promotion that is running and that the current audience may see. Its subs contain what those of its
 * bookmaker's most specific link do.
 * @param country ISO 3166-1 alpha-2; undefined if it is not known
 */
export async function findPromotionLink(
  services: Services,
  id: string,
  { now, country }: { now: Date; country: string | undefined },
): Promise<FoundLink> {
  const row = await services.database.kysely
    .selectFrom('promotions as p')
    .leftJoin('bookmakers as m', 'm.id', 'p.bookmaker_id')
    .leftJoin('bookmakers as b', (join) => join.on(sql<boolean>`b.id = coalesce(m.merged_into, m.id)`))
    .select(['p.button_link', 'p.bookmaker_id as own_id', 'b.id as bookmaker_id', 'b.key'])
    .select(['p.title', 'p.subtitle', 'p.description', 'p.button_text', 'p.image_url'])
    .where('p.id', '=', id)
    .where('p.is_active', '=', true)
    .where('p.start_date', '<=', now)
    .where((eb) => eb.or([eb('p.end_date', 'is', null), eb('p.end_date', '>', now)]))
    .executeTakeFirst()
  if (!row || !isOutboundLink(row.button_link)) return undefined
  const { button_link, own_id, bookmaker_id, title, subtitle, description, button_text, image_url } = row
  const audience = await readAudience(services)
  const isHidden = mentionsBarred(audience, title, subtitle, description, button_text, image_url)
  if (!audience.promotions || isHidden) return 'not-here'
  const [subs = NO_SUBS] = bookmaker_id === null ? [] : await readTemplates(services, bookmaker_id, country)
  const links = [{ ...subs, template: button_link }]
  return followable(
    services,
    { links, bookmakerId: bookmaker_id, ownBookmakerId: own_id, hosts: [] },
    row.key,
  )
}
