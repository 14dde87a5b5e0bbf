import { sql } from 'kysely'
import type { Services } from '#app/platform/services.ts'

type Reader = Pick<Services, 'database'>

/** A group of countries as its editor shows it; columns by their database names. */
export interface EditorAudience {
  id: string
  name: string
  countries: string
  is_rest: boolean
  bookmaker_rule: string
  bookmakers: string
  promotions_on: boolean
  links_on: boolean
  alerts_on: boolean
  minimum_age: number | null
  adult_mark: boolean
  help_text: string | null
  help_url: string | null
  ad_word: string | null
  terms: string | null
  menu_position: number
}

export function listEditorAudiences({ database }: Reader): Promise<EditorAudience[]> {
  return database.kysely
    .selectFrom('audiences')
    .select(['id', 'name', 'countries', 'is_rest', 'bookmaker_rule', 'bookmakers', 'promotions_on'])
    .select([
      'links_on',
      'alerts_on',
      'minimum_age',
      'adult_mark',
      'help_text',
      'help_url',
      'ad_word',
      'terms',
    ])
    .select('menu_position')
    .orderBy('menu_position')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** The translations of all groups. */
export function listAudienceTranslations({ database }: Reader) {
  return database.kysely
    .selectFrom('multilingual_audiences')
    .select(['audience_id', 'language_id', 'help_text', 'ad_word', 'terms'])
    .execute()
}

/** A bookmaker that a group can permit, with those merged into it: they are permitted together. */
export interface PermittedBookmaker {
  /** Its own first. */
  keys: string[]
  name: string
}

export async function listPermittedBookmakers({ database }: Reader): Promise<PermittedBookmaker[]> {
  const { rows } = await sql<PermittedBookmaker>`
    select b.key || coalesce(array_agg(m.key order by m.key) filter (where m.key is not null), '{}') as keys,
      concat_ws(' + ', b.name, string_agg(m.name, ' + ' order by m.name)) as name
    from bookmakers b left join bookmakers m on m.merged_into = b.id
    where b.merged_into is null group by b.id order by b.name`.execute(database.kysely)
  return rows
}
