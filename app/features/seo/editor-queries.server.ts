import { CONTENT_TABLES } from '#app/features/languages/content-tables.ts'
import type { Services } from '#app/platform/services.ts'
import { getResources } from '../translations/queries.server.ts'

type Reader = Pick<Services, 'database'>

/** The templates of every language with its own ones. */
export function listSeoTranslations({ database }: Reader) {
  return database.kysely
    .selectFrom('multilingual_seo_settings')
    .select(['language_id', ...CONTENT_TABLES.multilingual_seo_settings])
    .execute()
}

/** The templates that apply without an operator's own, by language code. */
export async function listBuiltInTemplates(
  services: Services,
  languages: readonly { code: string }[],
): Promise<Record<string, Record<string, string>>> {
  const templates = languages.map(async ({ code }) => {
    const { settings = {} } = await getResources(services, code)
    return [code, Object.fromEntries(Object.entries(settings).filter(([key]) => key.startsWith('seo.')))]
  })
  return Object.fromEntries(await Promise.all(templates))
}

/** The names of a match for examples of templates; an invented one if there is no match. */
export async function readExampleVariables({ database }: Reader): Promise<Record<string, string>> {
  const match = await database.kysely
    .selectFrom('matches as m')
    .innerJoin('leagues as l', 'l.id', 'm.league_id')
    .innerJoin('countries as c', 'c.id', 'l.country_id')
    .innerJoin('sports as s', 's.id', 'l.sport_id')
    .select([
      'm.home_team',
      'm.away_team',
      'l.name as league_name',
      'c.name as country_name',
      's.name as sport_name',
    ])
    .where('m.start_time', '>', new Date())
    .orderBy('m.start_time')
    .limit(1)
    .executeTakeFirst()
  return (
    match ?? {
      home_team: 'Inter',
      away_team: 'Milan',
      league_name: 'Serie A',
      country_name: 'Italy',
      sport_name: 'Soccer',
    }
  )
}
