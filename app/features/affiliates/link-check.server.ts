import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { DB } from '#app/platform/db/types.ts'
import { askStatus, FetchError } from '#app/platform/http/fetch-guarded.server.ts'
import type { JobKind, Queue } from '#app/platform/jobs.server.ts'
import type { Services } from '#app/platform/services.ts'
import {
  isOwnFault,
  judgeSilence,
  judgeStatus,
  LINK_STATES,
  type LinkFinding,
  type LinkState,
  mayPass,
} from './link-check.ts'
import { fillLink } from './link-template.ts'

/** The limit of one night; buttons and promotions go first. */
const MOST_LINKS = 1_000
/** The number of hosts with a request at the same time, one link each. */
const HOSTS_AT_ONCE = 4
const LIMITS = { connectTimeoutMs: 10_000, headersTimeoutMs: 20_000, totalTimeoutMs: 45_000 }
const EVERY_NIGHT = '47 3 * * *'

export const LINK_CHECK_QUEUE: Queue = {
  name: 'link-check',
  exclusive: true,
  expireInSeconds: 2 * 3_600,
  retries: 1,
}

/** An outbound link of the site, and the result of the last check. */
export interface CheckedLink {
  /** The id of the button, the bookmaker's template, the promotion or the match. */
  id: string
  kind: 'button' | 'template' | 'promotion' | 'match'
  name: string
  bookmaker: string | null
  link: string
  /** What its finding is stored by: of a link with a feed's link, two bookmakers have two. */
  key: string
  /** Null if it has not been checked since it was entered. */
  state: LinkState | null
  reason: string | null
  status: number | null
  checkedAt: string | null
  since: string | null
  /** What a feed last said of a quote, if the link needs it: a link of the event on a permitted host, and an id. */
  eventLink: string | null
  sid: string | null
  hosts: string[]
  /** It needs a feed's link, and no host is permitted: it is never followed. */
  isSkipped: boolean
}

const EVENT_LINK = '[{]event_link[}]'
/** Links that only a feed can fill. */
const OF_FEED = '[{](event_link|sid)[}]'

/** The links that visitors can follow now, as a table. Its ids are those of their rows. */
export const checkedLinks = (): RawBuilder<unknown> => sql`(
    select w.id, w.kind, w.name, w.bookmaker, w.link, w.key, f.link as "eventLink", f.sid,
      coalesce(string_to_array(w.hosts, ' '), '{}') as hosts, w.link ~ ${EVENT_LINK} and w.hosts is null as "isSkipped",
      w.turn, w.at, c.state, c.reason, c.status, c.checked_at, c.since
    from (select *, case when link ~ ${OF_FEED} then no || ' ' || link else link end as key from (
      select b.id, 'button' as kind, b.provider as name, k.name as bookmaker, b.button_link as link, 1 as turn,
        b.created_at as at, null::text as hosts, null::smallint as no
      from affiliate_buttons b left join bookmaker_members k on k.member_id = b.bookmaker_id where b.is_active
      union all
      select l.id, 'template', l.owner_name || coalesce(' (' || l.country || ')', ''), l.owner_name, l.template, 2,
        l.created_at, l.link_hosts, l.owner_no
      from bookmaker_links l
      where l.is_used and l.is_active and exists (select 1 from affiliate_buttons b
        join bookmaker_members m on m.member_id = b.bookmaker_id where m.id = l.owner_id and b.is_active)
      union all
      select id, 'promotion', title, null, button_link, 3, created_at, null, null from promotions
      where is_active and (end_date is null or end_date > now())
      union all
      select id, 'match', home_team || ' – ' || away_team, null, affiliate_link, 4, start_time, null, null from matches
      where affiliate_link is not null and status = 'scheduled' and start_time > now()
    ) stored) w left join link_checks c on c.link = w.key
    left join lateral (
      select n.link, n.sid from quotes_seen n
      where w.key <> w.link and n.bookmaker in (select m.member_no from bookmaker_members m where m.no = w.no)
        and (n.link is not null or n.sid is not null)
      order by n.seen_at desc limit 1
    ) f on true
    where w.link ~* '^(https?://|[{]event_link[}])[^[:space:]]*$')`

/** Of the rows `r` of `checkedLinks`: broken ones first, then those that are skipped. */
export const LINK_ORDER: RawBuilder<unknown> = sql`r.state is distinct from 'broken', r."isSkipped" desc,
  array_position(array['unclear', null, 'works']::text[], r.state), r.turn, r.at, r.name`

/** The first links that visitors can follow now, see `LINK_ORDER`. */
export async function listCheckedLinks(db: Kysely<DB>, most = MOST_LINKS): Promise<CheckedLink[]> {
  const { rows } = await sql<
    Omit<CheckedLink, 'checkedAt' | 'since' | 'state'> & {
      state: string | null
      checked_at: Date | null
      since: Date | null
    }
  >`
    select id, kind, name, bookmaker, link, key, "eventLink", sid, hosts, "isSkipped", state, reason, status, checked_at,
      since
    from ${checkedLinks()} r order by ${LINK_ORDER}, r.id limit ${most}`.execute(db)
  return rows.map(({ checked_at, since, state, ...link }) => ({
    ...link,
    state: LINK_STATES.find((one) => one === state) ?? null,
    checkedAt: checked_at?.toISOString() ?? null,
    since: since?.toISOString() ?? null,
  }))
}

/** The number of links that visitors can follow now. */
export async function countLinks(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from ${checkedLinks()} r`.execute(db)
  return rows[0]?.total ?? 0
}

interface Site extends Pick<Services, 'database' | 'env' | 'log'> {
  /** The pause between two requests to one host, and before a retry. */
  pauses?: { host: number; again: number }
}

/**
 * Every night: checks the target of each link.
 * @param onChecked called when the results are stored
 */
export function linkCheck(site: Site, onChecked: () => Promise<unknown>): JobKind<Record<string, never>> {
  return {
    ...LINK_CHECK_QUEUE,
    payload: z.object({}) as unknown as z.ZodType<Record<string, never>>,
    cron: EVERY_NIGHT,
    handle: async (_, signal) => {
      await checkLinks(site, new Date(), signal)
      await onChecked()
    },
  }
}

/** Checks the links and stores the results. @returns the number of links in each state */
export async function checkLinks(
  { database, env, log, pauses = { host: 1_000, again: 60_000 } }: Site,
  now: Date,
  signal: AbortSignal,
): Promise<Record<LinkState, number>> {
  const { kysely } = database
  const addresses = new Map(
    (await listCheckedLinks(kysely)).flatMap((listed) => {
      const address = fillLink(listed.link, asClicked(listed), listed.hosts)
      return address === null ? [] : [[listed.key, address] as const]
    }),
  )
  const links = [...addresses.keys()]
  const ask = (asked: readonly string[]) =>
    askHosts(asked, { addresses, allowPrivateAddresses: env.allowPrivateFeeds, pauseMs: pauses.host, signal })
  const found = await ask(links)
  const failed = links.filter((link) => mayPass(found.get(link) ?? judgeStatus(200)))
  if (failed.length > 0) {
    await pause(pauses.again, undefined, { signal })
    for (const [link, finding] of await ask(failed)) found.set(link, finding)
  }
  const findings = [...found.values()]
  const counts = Object.fromEntries(
    LINK_STATES.map((state) => [state, findings.filter((it) => it.state === state).length]),
  ) as Record<LinkState, number>
  if (isOwnFault(findings, new Set([...addresses.values()].map(hostOf)).size)) {
    log.warn(
      { links: links.length },
      'no link could be reached: this machine has no connection, and nothing is claimed',
    )
    return { broken: 0, unclear: links.length, works: 0 }
  }
  await store(kysely, found, now)
  log.info({ ...counts }, 'the affiliate links were checked')
  return counts
}

async function store(db: Kysely<DB>, found: ReadonlyMap<string, LinkFinding>, now: Date): Promise<void> {
  const rows = [...found].map(([link, finding]) => ({ link, ...finding }))
  await db.transaction().execute(async (tx) => {
    await sql`
      insert into link_checks (link, state, reason, status, checked_at, since)
      select link, state, reason, status, ${now}::timestamptz, ${now}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(link text, state text, reason text, status smallint)
      on conflict (link) do update set state = excluded.state, reason = excluded.reason, status = excluded.status,
        checked_at = excluded.checked_at,
        since = case when link_checks.state = excluded.state then link_checks.since else excluded.since end`.execute(
      tx,
    )
    await tx.deleteFrom('link_checks').where('checked_at', '<', now).execute()
  })
}

/** The placeholder values of a checked link. A link that needs a feed's link is not checked before the feed has said one. */
const asClicked = ({ eventLink, sid }: CheckedLink) => ({
  ...{ click_id: 'link-check', lang: 'en', page: 'home' },
  ...{ event_link: eventLink, sid },
})

interface Asking {
  /** The filled address of each link. */
  addresses: ReadonlyMap<string, string>
  allowPrivateAddresses: boolean
  pauseMs: number
  signal: AbortSignal
}

/** Checks several hosts at a time, and one link of each host after another. */
async function askHosts(links: readonly string[], asking: Asking): Promise<Map<string, LinkFinding>> {
  const found = new Map<string, LinkFinding>()
  const addressOf = (link: string) => asking.addresses.get(link) ?? link
  const hosts = [...Map.groupBy(links, (link) => hostOf(addressOf(link))).values()]
  const work = async () => {
    for (let own = hosts.shift(); own; own = hosts.shift()) {
      for (const [index, link] of own.entries()) {
        if (index > 0) await pause(asking.pauseMs, undefined, { signal: asking.signal })
        found.set(link, await askLink(addressOf(link), asking))
      }
    }
  }
  await Promise.all(Array.from({ length: HOSTS_AT_ONCE }, work))
  return found
}

const hostOf = (link: string) => URL.parse(link)?.host ?? link

/** HEAD first, because it costs a server least; if it fails, the result is that of GET. */
async function askLink(link: string, asking: Asking): Promise<LinkFinding> {
  const head = await askOnce(link, 'HEAD', asking)
  return head.state === 'works' || head.reason === 'address_refused' ? head : askOnce(link, 'GET', asking)
}

async function askOnce(
  link: string,
  method: 'HEAD' | 'GET',
  { allowPrivateAddresses, signal }: Asking,
): Promise<LinkFinding> {
  try {
    return judgeStatus(await askStatus(link, method, { ...LIMITS, allowPrivateAddresses, signal }))
  } catch (error) {
    if (error instanceof FetchError) return judgeSilence(error.code)
    throw error
  }
}
