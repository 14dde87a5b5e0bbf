import { sql } from 'kysely'
import { noteRead } from '#app/platform/http/reads.server.ts'
import type { Services } from '#app/platform/services.ts'
import { mentionsBarred } from '../audiences/permissions.ts'
import { readAudience } from '../audiences/queries.server.ts'
import { FALLBACK_LANGUAGE } from '../languages/choose-language.ts'
import type { OperatorPage, PageLink } from './schema.ts'

/**
 * The published pages in their order, with titles in a language, or in another one where they have no text in it. Pages that name a bookmaker which the current audience may not see are left out.
 */
export function listPages(services: Services, language: string): Promise<PageLink[]> {
  return services.memo.get(`pages:${language}`, async () => {
    noteRead('pages', 'languages')
    const audience = await readAudience(services)
    const isBodyRead = audience.barredNames.length > 0
    const { rows } = await sql<PageLink & { body: string }>`
      select p.id, p.slug, t.title, t.code as language, case when ${isBodyRead} then t.body else '' end as body
      from pages p join lateral ${textIn(language)} t on true
      where p.is_published order by p.menu_position, p.created_at, p.id`.execute(services.database.kysely)
    return rows
      .filter(({ slug, title, body }) => !mentionsBarred(audience, slug, title, body))
      .map(({ body, ...link }) => link)
  })
}

/**
 * A published page that the current audience may see, in a language or else in another one; undefined if there is none.
 * @param slug its slug in any case, or a former one that no other published page has
 */
export async function findPublishedPage(
  services: Services,
  slug: string,
  language: string,
): Promise<OperatorPage | undefined> {
  noteRead('pages', 'languages')
  const audience = await readAudience(services)
  const wanted = slug.toLowerCase()
  const { rows } = await sql<Omit<OperatorPage, 'languages'>>`
    select p.id, p.slug, t.title, t.body, t.code as language
    from pages p join lateral ${textIn(language)} t on true
    where p.is_published and p.id = coalesce(
      (select id from pages where slug = ${wanted} and is_published),
      (select target_id from old_slugs where entity = 'page' and parent_id is null and slug = ${wanted})
    )`.execute(services.database.kysely)
  const found = rows.find((page) => !mentionsBarred(audience, page.slug, page.title, page.body))
  if (!found) return undefined
  const texts = await listPublishedTexts(services, found.slug)
  return { ...found, languages: texts.map((text) => text.language) }
}

/**
 * The texts of published pages that the current audience may see, in the active languages, by these.
 * @param slug of one page; without it, of all
 */
export async function listPublishedTexts(
  services: Services,
  slug?: string,
): Promise<{ page: string; language: string }[]> {
  noteRead('pages', 'languages')
  const audience = await readAudience(services)
  const rows = await services.database.kysely
    .selectFrom('multilingual_pages as m')
    .innerJoin('pages as p', 'p.id', 'm.page_id')
    .innerJoin('languages as l', 'l.id', 'm.language_id')
    .select(['p.id as page', 'p.slug', 'l.code as language', 'm.title', 'm.body'])
    .where('p.is_published', '=', true)
    .where('l.is_active', '=', true)
    .where('m.body', '<>', '')
    .$if(slug !== undefined, (texts) => texts.where('p.slug', '=', slug ?? ''))
    .orderBy('l.code')
    .execute()
  return rows
    .filter(({ slug, title, body }) => !mentionsBarred(audience, slug, title, body))
    .map(({ page, language }) => ({ page, language }))
}

/**
 * The text of the page `p` in a language, else in the default one. Otherwise in another, English first: a page that was published keeps its
 * address when another language becomes the default. A text without a body is none.
 */
const textIn = (language: string) => sql`(
  select m.title, m.body, l.code from multilingual_pages m join languages l on l.id = m.language_id
  where m.page_id = p.id and m.body <> ''
  order by l.code = ${language} desc, l.is_default desc, l.is_active desc, l.code = ${FALLBACK_LANGUAGE} desc, l.code limit 1)`
