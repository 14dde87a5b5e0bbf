import { type Kysely, type SqlBool, sql } from 'kysely'
import { likePattern, type SearchTerms, toTerms } from '#app/features/names/search-terms.ts'
import { readSearchText } from '#app/features/names/search-text.ts'
import type { DB } from '#app/platform/db/types.ts'
import type { Services } from '#app/platform/services.ts'
import { getLocalNames } from '../catalogue/names.server.ts'
import { findMatchById } from '../matches/queries.server.ts'
import { getResources } from '../translations/queries.server.ts'
import { builtInContent } from './built-in.ts'
import type { ContentLanguage, Preview, PreviewChoice, StoredContent } from './editor-schema.ts'
import { MATCH_CONTENT_COLUMNS } from './schema.ts'

/** The stored texts of each language. */
export function listMatchContent({ database }: Pick<Services, 'database'>): Promise<StoredContent[]> {
  return database.kysely
    .selectFrom('multilingual_match_content')
    .select(['language_id', ...MATCH_CONTENT_COLUMNS])
    .execute()
}

/** All languages, the default first, then by name, with the built-in texts of each. */
export async function listContentLanguages(services: Services): Promise<ContentLanguage[]> {
  const rows = await services.database.kysely
    .selectFrom('languages')
    .select(['id', 'code', 'name', 'is_default', 'rtl'])
    .orderBy('is_default', 'desc')
    .orderBy('name')
    .execute()
  return Promise.all(
    rows.map(async ({ is_default, ...row }) => {
      const { settings = {} } = await getResources(services, row.code)
      return { ...row, isDefault: is_default, builtIn: builtInContent(settings) }
    }),
  )
}

const MOST_CHOICES = 25

/**
 * Upcoming matches for a preview of the texts: quoted ones first, soonest first, filtered by team names; and the chosen
 * one with its page's texts in the language. Null for an unknown language.
 */
export async function getPreview(
  services: Services,
  asked: { language: string; matchId: string | null; team: string },
): Promise<Preview | null> {
  const isKnown = await services.database.kysely
    .selectFrom('languages')
    .select('id')
    .where('code', '=', asked.language)
    .executeTakeFirst()
  if (!isKnown) return null
  const choices = await listChoices(services, asked.team)
  const id = asked.matchId ?? choices[0]?.id
  const [names, { matches = {} }, match] = await Promise.all([
    getLocalNames(services, asked.language),
    getResources(services, asked.language),
    id === undefined ? undefined : findMatchById(services, id),
  ])
  return {
    choices,
    match: match ? names.match(match) : null,
    wording: { home: matches['position.home'] ?? '', away: matches['position.away'] ?? '' },
  }
}

async function listChoices({ database }: Pick<Services, 'database'>, team: string): Promise<PreviewChoice[]> {
  const text = readSearchText(team)
  const terms = text === null ? null : toTerms(text)
  const now = new Date()
  const select = (isQuoted: boolean, most: number) =>
    selectChoices(database.kysely, terms, isQuoted, now, most)
  const quoted = await select(true, MOST_CHOICES).execute()
  const left = MOST_CHOICES - quoted.length
  const others = left > 0 ? await select(false, left).execute() : []
  return [...quoted, ...others].map((row) => ({
    id: row.id,
    home: row.home_team,
    away: row.away_team,
    startTime: row.start_time.toISOString(),
  }))
}

/** Upcoming matches with or without prices, soonest first, whose teams contain each word of a search; all without a search. */
export function selectChoices(
  db: Kysely<DB>,
  terms: SearchTerms | null,
  isQuoted: boolean,
  now: Date,
  most: number,
) {
  const words = terms?.words ?? []
  return (
    db
      .selectFrom('matches as m')
      .select(['m.id', 'm.home_team', 'm.away_team', 'm.start_time'])
      // A literal condition, for the partial index of the names.
      .where(sql<SqlBool>`m.status = 'scheduled'`)
      .where('m.start_time', '>', now)
      .where('m.bookmaker_count', isQuoted ? '>' : '=', 0)
      .where((eb) => eb.and(words.map((word) => sql<SqlBool>`m.search_text like ${likePattern(word)}`)))
      .orderBy('m.start_time')
      .limit(most)
  )
}
