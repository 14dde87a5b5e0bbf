import { sql } from 'kysely'
import type { Services } from '#app/platform/services.ts'
import { readAudience } from '../audiences/queries.server.ts'
import type { ClickedPrice } from './clicked-price.server.ts'
import { type ClickValues, fillLink, hasPlaceholder, SUBS, type SubContent } from './link-template.ts'
import { isOutboundLink } from './outbound-link.ts'
import type { Destination, LinkTemplate } from './queries.server.ts'

interface FollowedClick {
  /** Null for a request that is not a person's click. */
  clickId: string | null
  match: string | null
  /** Of the headline; null for a click on no price. */
  outcome: string | null
  page: string | null
  language: string | null
  country: string | null
  /** The clicked price; it is read only if a link needs it. */
  priceOf: () => Promise<ClickedPrice | null>
}

/** The first link of a destination that can be filled; null if there is none. */
export async function chooseLink(
  services: Services,
  { links, hosts, bookmakerId }: Destination,
  click: FollowedClick,
): Promise<string | null> {
  for (const link of links) {
    const filled = fillLink(link.template, await valuesFor(services, link, bookmakerId, click), hosts)
    if (filled !== null && isOutboundLink(filled)) return filled
  }
  return null
}

async function valuesFor(
  services: Services,
  link: LinkTemplate,
  bookmakerId: string | null,
  click: FollowedClick,
): Promise<ClickValues> {
  const { template } = link
  const used = SUBS.filter((name) => hasPlaceholder(template, name))
  const says = (content: SubContent) => used.some((name) => link[name] === content)
  const isOfFeed = hasPlaceholder(template, 'event_link') || hasPlaceholder(template, 'sid')
  const price = isOfFeed || says('market') || says('outcome') ? await click.priceOf() : null
  const contents: Record<SubContent, string | null> = {
    page: click.page,
    league: says('league') && click.match !== null ? await readLeague(services, click.match) : null,
    match: click.match,
    market: price?.market.replaceAll(' ', '_') ?? null,
    outcome: price?.outcome ?? click.outcome,
    language: click.language,
    country: click.country,
  }
  const quoted =
    isOfFeed && price?.quote && bookmakerId ? await readQuoteLink(services, price, bookmakerId) : null
  return {
    click_id: click.clickId,
    lang: click.language,
    page: click.page,
    match: click.match,
    outcome: click.outcome,
    ...Object.fromEntries(used.map((name) => [name, contents[link[name] as SubContent]])),
    event_link: quoted?.link,
    sid: quoted?.sid,
  }
}

/** The country and the league of a match, by their slugs: 'italy.serie-a'. */
async function readLeague({ database }: Services, match: string): Promise<string | null> {
  const row = await database.kysely
    .selectFrom('matches as m')
    .innerJoin('leagues as l', 'l.id', 'm.league_id')
    .innerJoin('countries as c', 'c.id', 'l.country_id')
    .select(['c.slug as country', 'l.slug as league'])
    .where('m.id', '=', match)
    .executeTakeFirst()
  return row ? `${row.country}.${row.league}` : null
}

/** What the feed said of a quote when it last confirmed it. */
async function readQuoteLink(services: Services, { view, quote }: ClickedPrice, bookmaker: string) {
  if (!(await readAudience(services)).links) return null
  const { rows } = await sql<{ link: string | null; sid: string | null }>`
    select n.link, n.sid
    from quotes q
    join bookmaker_members b on b.member_no = q.bookmaker and b.id = ${bookmaker}
    join markets k on k.id = q.market
    join quotes_seen n on n.event = k.event and n.bookmaker = q.bookmaker and n.source = q.source and n.part = q.part
    where q.market = ${view.id} and q.side = 0 and q.bookmaker = ${quote?.no ?? null}`.execute(
    services.database.kysely,
  )
  return rows[0] ?? null
}
