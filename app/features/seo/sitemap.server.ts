import { type RawBuilder, sql } from 'kysely'
import { noteChangeAt, noteRead } from '#app/platform/http/reads.server.ts'
import {
  bookmakerPath,
  countryPath,
  isScreen,
  leaguePartPath,
  leaguePath,
  matchPath,
  operatorPagePath,
  outrightPath,
  sitemapPages,
  sportPath,
  teamPath,
  withoutLanguage,
} from '#app/platform/paths.ts'
import type { Services } from '#app/platform/services.ts'
import { isShown, readAudience } from '../audiences/queries.server.ts'
import { getSportsMenu } from '../catalogue/queries.server.ts'
import { OF_PLAYERS } from '../catalogue/sport-words.ts'
import { FALLBACK_LANGUAGE } from '../languages/choose-language.ts'
import { listPublishedTexts } from '../pages/queries.server.ts'
import { hasMatches } from '../statistics/teams.server.ts'
import { MAX_ADDRESSES, type SitemapPage } from './sitemap.ts'

/** Rows per query: each takes a few milliseconds, so other users of the database can run in between. */
const PAGE_SIZE = 1_000
/** The maximum age of the modification dates in the index. */
const DATES_LIFETIME_MS = 10 * 60_000

const SECTIONS = [
  'sports',
  'countries',
  'leagues',
  'outrights',
  'standings',
  'results',
  'odds',
  'teams',
  'bookmakers',
  'pages',
  'matches',
] as const
type Section = (typeof SECTIONS)[number]

/** The contents of one file in each language: the rows of a section with ids above `after`, up to `last`. */
export interface SitemapPart {
  section: Section
  after: string
  last: string
  lastModified: Date
  /** The languages that have any of its pages; null: all of them. */
  languages: readonly string[] | null
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000'
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

interface PageRow {
  id: string
  sport: string
  country: string
  league: string
  slug: string
  ambiguous: boolean
  last_modified: Date
  /** Codes of the languages that have the page, separated by spaces; null: all of them. */
  languages?: string | null
}

/** The data of each section's pages with their last change; active places only. */
const ROWS: Record<Section, RawBuilder<PageRow>> = {
  sports: sql`select s.id, s.slug as sport, '' as country, '' as league, '' as slug, false as ambiguous,
      greatest(s.updated_at, (select max(c.updated_at) from countries c where c.sport_id = s.id),
        (select max(l.updated_at) from leagues l where l.sport_id = s.id)) as last_modified
    from sports s where s.is_active`,
  countries: sql`select c.id, s.slug as sport, c.slug as country, '' as league, '' as slug, false as ambiguous,
      greatest(c.updated_at, (select max(l.updated_at) from leagues l where l.country_id = c.id),
        (select max(m.updated_at) from matches m where m.country_id = c.id and m.status in ('scheduled', 'live')
          and m.start_time > now() - interval '1 day')) as last_modified
    from countries c join sports s on s.id = c.sport_id and s.is_active
    where c.is_active`,
  leagues: sql`select l.id, s.slug as sport, c.slug as country, l.slug as league, '' as slug, false as ambiguous,
      greatest(l.updated_at, (select max(m.updated_at) from matches m where m.league_id = l.id
        and m.start_time > now() - interval '7 days')) as last_modified
    from leagues l
    join countries c on c.id = l.country_id and c.is_active
    join sports s on s.id = c.sport_id and s.is_active
    where l.is_active`,
  // Those that have not begun: their names and times are in their rows, their prices in those of their events.
  outrights: sql`select o.id, s.slug as sport, c.slug as country, l.slug as league, o.slug, false as ambiguous,
      greatest(o.updated_at, e.changed_at) as last_modified
    from outrights o
    join leagues l on l.id = o.league_id and l.is_active
    join countries c on c.id = l.country_id and c.is_active
    join sports s on s.id = l.sport_id and s.is_active
    left join priced_events e on e.event = o.id
    where o.slug <> '' and o.status = 'scheduled' and o.start_time > now()`,
  standings: sql`select l.id, s.slug as sport, c.slug as country, l.slug as league, '' as slug, false as ambiguous,
      greatest(l.updated_at, (select max(m.updated_at) from matches m where m.league_id = l.id
        and m.start_time > now() - interval '7 days')) as last_modified
    from leagues l
    join countries c on c.id = l.country_id and c.is_active
    join sports s on s.id = l.sport_id and s.is_active
    where l.is_active and replace(s.slug, '-', '') <> all (${[...OF_PLAYERS]}::text[]) and exists (select 1 from matches m
      where m.league_id = l.id and m.status = 'finished' and m.home_score is not null and m.away_score is not null)`,
  results: sql`select l.id, s.slug as sport, c.slug as country, l.slug as league, '' as slug, false as ambiguous,
      greatest(l.updated_at, o.last_modified, (select max(m.updated_at) from matches m where m.league_id = l.id
        and m.start_time > now() - interval '7 days')) as last_modified
    from leagues l
    join countries c on c.id = l.country_id and c.is_active
    join sports s on s.id = l.sport_id and s.is_active
    left join lateral (select max(o.updated_at) as last_modified from outrights o
      where o.league_id = l.id and o.slug <> '' and o.status <> 'cancelled'
        and (o.status = 'finished' or o.start_time <= now())) o on true
    where l.is_active and (o.last_modified is not null
      or exists (select 1 from matches m join closing_odds o on o.event = m.id where m.league_id = l.id))`,
  // Of leagues with prices: without them the page has nothing to say.
  odds: sql`select l.id, s.slug as sport, c.slug as country, l.slug as league, '' as slug, false as ambiguous,
      greatest(l.updated_at, (select max(e.changed_at) from matches m join priced_events e on e.event = m.id
        where m.league_id = l.id and m.start_time > now())) as last_modified
    from leagues l
    join countries c on c.id = l.country_id and c.is_active
    join sports s on s.id = c.sport_id and s.is_active
    where l.is_active and exists (select 1 from matches m join priced_events e on e.event = m.id
      where m.league_id = l.id and m.start_time > now())`,
  teams: sql`select t.id, s.slug as sport, c.slug as country, '' as league, t.slug, false as ambiguous,
      c.updated_at as last_modified
    from teams t
    join countries c on c.id = t.country_id and c.is_active
    join sports s on s.id = c.sport_id and s.is_active
    where t.slug is not null
      and not exists (select 1 from teams other
        where other.country_id = t.country_id and other.slug = t.slug and other.id < t.id)
      and ${hasMatches({ sport: sql`s.id`, country: sql`t.country_id`, name: sql`t.name` })}`,
  bookmakers: sql`select b.id, '' as sport, '' as country, '' as league, b.slug, false as ambiguous,
      b.updated_at as last_modified
    from bookmakers b where b.is_active and b.merged_into is null and exists (select 1 from bookmaker_figures f where f.bookmaker_id = b.id)`,
  pages: sql`select p.id, '' as sport, '' as country, '' as league, p.slug, false as ambiguous,
      greatest(p.updated_at, max(m.updated_at)) as last_modified
    from pages p join multilingual_pages m on m.page_id = p.id and m.body <> ''
    where p.is_published group by p.id`,
  matches: sql`select m.id, s.slug as sport, c.slug as country, l.slug as league, m.slug,
      exists (select 1 from matches other
        where other.league_id = m.league_id and other.slug = m.slug and other.id <> m.id) as ambiguous,
      greatest(m.updated_at, f.updated_at) as last_modified
    from matches m
    join leagues l on l.id = m.league_id and l.is_active
    join countries c on c.id = l.country_id and c.is_active
    join sports s on s.id = c.sport_id and s.is_active
    left join fixtures f on f.match_id = m.id`,
}

/** Divides the pages of the site into files of at most `size` URLs. */
export function listSitemapParts(services: Services, size: number): Promise<SitemapPart[]> {
  return services.memo.get(`sitemap:${size}`, async () => {
    // A bookmaker with figures has a page.
    noteRead('calendar', 'bookmaker-figures')
    noteChangeAt(new Date(Date.now() + DATES_LIFETIME_MS))
    // For its recorded dependencies: the index depends on the same places as the files do.
    await getSportsMenu(services)
    const parts: SitemapPart[] = []
    for (const section of SECTIONS) parts.push(...(await divideSection(services, section, size)))
    return parts
  })
}

/** Whether the file of a part has any page in a language. */
export function hasLanguage({ languages }: SitemapPart, language: string): boolean {
  return languages?.includes(language) ?? true
}

/** The rows of a section that the current audience may see. */
async function rowsOf(services: Services, section: Section) {
  if (section === 'bookmakers')
    return sql`${ROWS.bookmakers} and ${isShown(await readAudience(services), 'b')}`
  if (section !== 'pages') return ROWS[section]
  const texts = await listPublishedTexts(services)
  return sql`select p.*, t.languages from (${ROWS.pages}) p join (
      select page, string_agg(language, ' ') as languages
      from unnest(${texts.map(({ page }) => page)}::uuid[], ${texts.map(({ language }) => language)}::text[]) as one (page, language)
      group by page) t on t.page = p.id`
}

async function divideSection(services: Services, section: Section, size: number): Promise<SitemapPart[]> {
  const sectionRows = await rowsOf(services, section)
  const languages = section === 'pages' ? sql`p.languages` : sql`null::text`
  const parts: SitemapPart[] = []
  // The home page and other single pages are in the file of the sports.
  const limit = section === 'sports' ? Math.max(1, size - sitemapPages().length) : size
  for (let after = FIRST_ID; ; ) {
    const { rows } = await sql<{
      pages: number
      last: string
      last_modified: Date
      languages: string | null
    }>`
      select count(*) as pages, max(id::text collate "C") as last, max(last_modified) as last_modified,
        string_agg(languages, ' ') as languages
      from (select p.id, p.last_modified, ${languages} as languages from (${sectionRows}) p
        where p.id > ${after}::uuid order by p.id limit ${limit}) part`.execute(services.database.kysely)
    const [row] = rows
    if (!row || row.pages === 0) return parts
    const isFull = row.pages === limit
    // The last part has no upper id, so it includes rows that are added meanwhile.
    parts.push({
      ...{ section, after, last: isFull ? row.last : LAST_ID, lastModified: row.last_modified },
      languages: row.languages === null ? null : [...new Set(row.languages.split(' '))],
    })
    if (!isFull) return parts
    after = row.last
  }
}

/** The pages of one file. Each database query runs on demand, so that a file is never in memory as a whole. */
export async function* readSitemapPart(services: Services, part: SitemapPart): AsyncGenerator<SitemapPage[]> {
  const sectionRows = await rowsOf(services, part.section)
  let room = MAX_ADDRESSES
  if (part.section === 'sports' && part.after === FIRST_ID) {
    room -= sitemapPages().length
    yield sitemapPages().map((path) => ({ path, lastModified: part.lastModified }))
  }
  for (let after = part.after; room > 0; ) {
    const limit = Math.min(PAGE_SIZE, room)
    const { rows } = await sql<PageRow>`
      select * from (${sectionRows}) p
      where p.id > ${after}::uuid and p.id <= ${part.last}::uuid
      order by p.id limit ${limit}`.execute(services.database.kysely)
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(toPage(part.section)).filter((page) => page !== null)
    if (rows.length < limit) return
    room -= rows.length
    after = last.id
  }
}

function toPage(section: Section): (row: PageRow) => SitemapPage | null {
  return (row) => {
    // A page of the site takes precedence over a sport with the same slug.
    if (isScreen(row.sport)) return null
    return {
      path: withoutLanguage(pathOf(section, row)),
      lastModified: row.last_modified,
      ...(row.languages && { languages: row.languages.split(' ') }),
    }
  }
}

/** The canonical path; it is the same in every language. */
function pathOf(section: Section, { id, sport, country, league, slug, ambiguous }: PageRow): string {
  const language = FALLBACK_LANGUAGE
  switch (section) {
    case 'sports':
      return sportPath(language, sport)
    case 'countries':
      return countryPath(language, sport, country)
    case 'leagues':
      return leaguePath(language, sport, country, league)
    case 'bookmakers':
      return bookmakerPath(language, slug)
    case 'pages':
      return operatorPagePath(language, slug)
    case 'outrights':
      return outrightPath(language, {
        slug,
        sport: { slug: sport },
        country: { slug: country },
        league: { slug: league },
      })
    case 'teams':
      return teamPath(language, sport, country, slug)
    case 'odds':
    case 'results':
    case 'standings': {
      const place = { sport: { slug: sport }, country: { slug: country }, league: { slug: league } }
      return leaguePartPath(language, place, section)
    }
    case 'matches':
      return matchPath(language, {
        id,
        slug,
        ambiguous,
        sport: { slug: sport },
        country: { slug: country },
        league: { slug: league },
      })
  }
}
