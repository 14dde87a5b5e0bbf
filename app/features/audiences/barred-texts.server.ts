import { type RawBuilder, sql } from 'kysely'
import type { Services } from '#app/platform/services.ts'
import { mentionsName, spellingsOf } from '#app/platform/text/mentions.ts'
import { permitsBookmaker } from './permissions.ts'
import { listBarringGroups } from './queries.server.ts'

/** A saved text that names a bookmaker which a group of countries may not see. */
export interface BarredText {
  /** The table, as the history names it. */
  entity: string
  /** Of the item, for an operator; empty if there is only one. */
  label: string
  /** Its code; null for a text of all languages. */
  language: string | null
  /** The bookmakers that it names. */
  bookmakers: string[]
  /** The groups whose visitors may not see them. */
  groups: string[]
  /** Whether the text is left out for these groups. The name of a league is part of every match, and is shown. */
  isLeftOut: boolean
}

interface Place {
  table: string
  label?: string
  columns: readonly string[]
  /** The key of the bookmaker whose text it is: where that one may not be shown, the text is not there, either. */
  owner?: string
  isShown?: true
}

const SEO = [
  ...['home_meta_title', 'home_meta_description', 'home_meta_keywords', 'sport_page_title_template'],
  ...['sport_page_description_template', 'sport_page_meta_keywords_template', 'match_page_title_template'],
  ...['match_page_description_template', 'league_page_title_template', 'league_page_description_template'],
  ...['country_page_title_template', 'country_page_description_template'],
]
const FOOTER = ['about_title', 'about_text', 'links_title', 'legal_title', 'social_title', 'copyright_text']
const FOOTER_ADDRESSES = [
  ...['facebook', 'twitter', 'instagram', 'youtube'],
  ...['payment_methods_image', 'security_badges_image'],
]
const SPIN_WHEEL = ['title', 'sub_title', 'button_text']
const keyOf = (bookmaker: string) => `(select k.key from bookmakers k where k.id = ${bookmaker})`

/** Every text that an operator writes and visitors read; `r` is the row. */
const PLACES: readonly Place[] = [
  { table: 'pages', label: 'r.slug', columns: ['slug'] },
  {
    table: 'multilingual_pages',
    label: '(select p.slug from pages p where p.id = r.page_id)',
    columns: ['title', 'body'],
  },
  {
    table: 'multilingual_match_content',
    columns: [
      ...['title_template', 'description_template', 'history_odds_title', 'history_odds_template'],
      ...['highest_win_title', 'highest_win_template', 'safest_bet_title', 'safest_bet_template'],
    ],
  },
  { table: 'multilingual_seo_settings', columns: SEO },
  {
    table: 'site_settings',
    columns: [
      ...['default_meta_title', 'default_meta_description', 'social_image_url', ...SEO],
      ...FOOTER.map((it) => `footer_${it}`),
      ...SPIN_WHEEL.map((it) => `spin_wheel_${it}`),
      ...['way_texts', ...FOOTER_ADDRESSES.map((it) => `footer_${it}_url`)],
    ],
  },
  { table: 'multilingual_footer_sections', columns: FOOTER },
  { table: 'footer_links', label: 'r.title', columns: ['title', 'url'] },
  { table: 'multilingual_footer_links', label: 'r.title', columns: ['title'] },
  {
    ...{ table: 'promotions', label: 'r.title', owner: keyOf('r.bookmaker_id') },
    columns: ['title', 'subtitle', 'description', 'button_text', 'image_url'],
  },
  {
    ...{ table: 'multilingual_promotions', label: 'r.title' },
    owner: keyOf('(select p.bookmaker_id from promotions p where p.id = r.promotion_id)'),
    columns: ['title', 'subtitle', 'description', 'button_text'],
  },
  { table: 'multilingual_spin_wheel', columns: SPIN_WHEEL },
  {
    ...{ table: 'affiliate_buttons', label: "r.provider || ' – ' || r.button_text" },
    ...{ owner: keyOf('r.bookmaker_id'), columns: ['button_text'] },
  },
  {
    ...{ table: 'multilingual_affiliate_buttons', label: 'r.button_text', columns: ['button_text'] },
    owner: keyOf('(select b.bookmaker_id from affiliate_buttons b where b.id = r.affiliate_button_id)'),
  },
  { table: 'bookmakers', label: 'r.name', owner: 'r.key', columns: ['licence'] },
  {
    ...{ table: 'multilingual_bookmakers', columns: ['review'], owner: keyOf('r.bookmaker_id') },
    label: '(select k.name from bookmakers k where k.id = r.bookmaker_id)',
  },
  {
    table: 'translations',
    label: "(select n.name from translation_namespaces n where n.id = r.namespace_id) || ': ' || r.key",
    columns: ['value'],
  },
  { table: 'experiments', label: 'r.name', columns: ['texts'] },
  { table: 'audiences', label: 'r.name', columns: ['help_text', 'ad_word', 'terms'] },
  {
    table: 'multilingual_audiences',
    label: '(select a.name from audiences a where a.id = r.audience_id)',
    columns: ['help_text', 'ad_word', 'terms'],
  },
  {
    ...{ table: 'leagues', label: "coalesce(nullif(r.display_name, ''), r.name)", isShown: true },
    columns: ['name', 'display_name'],
  },
]

/** The texts of the operator that name a barred bookmaker, with the groups for which they are left out. */
export async function listBarredTexts({ database }: Pick<Services, 'database'>): Promise<BarredText[]> {
  const bookmakers = await database.kysely
    .selectFrom('bookmakers')
    .select(['key', 'name', 'brand'])
    .orderBy('name')
    .execute()
  const groups = await listBarringGroups({ database }, bookmakers)
  if (groups.length === 0) return []
  const all = [...new Set(groups.flatMap(({ barredNames }) => barredNames))]
  const found: BarredText[] = []
  for (const place of PLACES) {
    const { rows } = await read(place).execute(database.kysely)
    for (const { label, language, texts, owner } of rows) {
      if (!mentionsName(all, ...texts)) continue
      const barring = groups.filter(
        ({ permissions, barredNames }) =>
          (owner === null || permitsBookmaker(permissions.bookmakers, owner)) &&
          mentionsName(barredNames, ...texts),
      )
      if (barring.length === 0) continue
      const barred = new Set(barring.flatMap(({ barredNames }) => barredNames))
      const named = bookmakers.filter(({ key, name, brand }) => {
        const own = [name, key, brand ?? ''].flatMap(spellingsOf).filter((it) => barred.has(it))
        return mentionsName(own, ...texts)
      })
      found.push({
        ...{ entity: place.table, label: label ?? '', language },
        bookmakers: [...new Set(named.map(({ name }) => name))],
        groups: barring.map(({ name }) => name),
        isLeftOut: !place.isShown,
      })
    }
  }
  return found
}

interface Row {
  label: string | null
  language: string | null
  texts: (string | null)[]
  owner: string | null
}

function read({ table, label, columns, owner }: Place): RawBuilder<Row> {
  const isOfLanguage = table.startsWith('multilingual_') || table === 'translations'
  return sql<Row>`
    select ${sql.raw(label ?? 'null::text')} as label, ${sql.raw(owner ?? 'null::text')} as owner,
      ${isOfLanguage ? sql`(select l.code from languages l where l.id = r.language_id)` : sql`null::text`} as language,
      array[${sql.join(columns.map((column) => sql`${sql.ref(`r.${column}`)}::text`))}] as texts
    from ${sql.table(table)} r order by 1, 3`
}
