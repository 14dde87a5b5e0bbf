import { sql } from 'kysely'
import { noteFailure, noteRead } from '#app/platform/http/reads.server.ts'
import type { Services } from '#app/platform/services.ts'
import { mentionsBarred } from '../audiences/permissions.ts'
import { readAudience } from '../audiences/queries.server.ts'
import { isOfPlayers } from '../catalogue/sport-words.ts'
import { getKnownLanguages } from '../languages/queries.server.ts'
import { withoutInheritedBuiltIn } from '../translations/inherited-texts.ts'
import { getBuiltInTexts, getResources } from '../translations/queries.server.ts'
import { builtInContent, contentOfPage } from './built-in.ts'
import { MATCH_CONTENT_COLUMNS, type MatchContent, type PageContent } from './schema.ts'

/**
 * The texts of match pages in one language: per field the language's own, else the default language's, else the built-in
 * one, with the words of the sport. A stored text that equals the default language's built-in one is that language's alone.
 * Built-in texts if they cannot be read, and in place of texts that name a bookmaker which the current audience may not see.
 * @param sport its slug
 */
export function getMatchContent(services: Services, language: string, sport: string): Promise<PageContent> {
  const ofPlayers = isOfPlayers(sport)
  return services.memo.get(`match-content:${language}:${ofPlayers}`, async () => {
    noteRead('match-content', 'languages')
    const audience = await readAudience(services)
    const { settings = {} } = await getResources(services, language)
    const stored = Object.entries(await readStored(services, language))
    const shown = stored.filter(([, text]) => !mentionsBarred(audience, text))
    return contentOfPage(settings, Object.fromEntries(shown), ofPlayers)
  })
}

async function readStored(services: Services, language: string): Promise<Partial<MatchContent>> {
  try {
    const db = services.database.kysely
    const { rows } = await sql<Record<keyof MatchContent, string | null>>`
      select ${sql.join(MATCH_CONTENT_COLUMNS.map((column) => sql.ref(column)))}
      from get_match_content_in_language(${language})`.execute(db)
    const written = Object.fromEntries(Object.entries(rows[0] ?? {}).filter(([, text]) => text !== null))
    const { default: fallback } = await getKnownLanguages(services)
    if (language === fallback) return written
    const own = await db
      .selectFrom('multilingual_match_content')
      .select(MATCH_CONTENT_COLUMNS)
      .where('language_id', '=', sql<string>`language_id_of(${language})`)
      .executeTakeFirst()
    const builtIn = await getBuiltInTexts(services, fallback)
    return withoutInheritedBuiltIn(written, own ?? {}, builtIn.map(builtInContent))
  } catch (error) {
    services.log.warn(
      { err: error, language },
      'the match content could not be read; built-in texts are used',
    )
    noteFailure()
    return {}
  }
}
