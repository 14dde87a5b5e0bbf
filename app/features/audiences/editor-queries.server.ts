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

/** The bookmakers that a group can permit. */
export function listBookmakerKeys({ database }: Reader): Promise<{ key: string; name: string }[]> {
  return database.kysely.selectFrom('bookmakers').select(['key', 'name']).orderBy('name').execute()
}
