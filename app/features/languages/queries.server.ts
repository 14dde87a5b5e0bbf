import type { Memo } from '#app/platform/cache/memo.server.ts'
import { noteFailure, noteRead } from '#app/platform/http/reads.server.ts'
import type { Services } from '#app/platform/services.ts'
import { FALLBACK_LANGUAGE, type KnownLanguages } from './choose-language.ts'
import type { Language } from './schema.ts'

interface LanguageRow extends Language {
  isActive: boolean
}

const builtIn: Language = {
  id: FALLBACK_LANGUAGE,
  code: FALLBACK_LANGUAGE,
  name: 'English',
  nativeName: 'English',
  flagCode: 'gb',
  isDefault: true,
  rtl: false,
}

/** The last list that was read, so URLs keep their language while the database is unavailable. */
const lastKnown = new WeakMap<Memo, LanguageRow[]>()

async function readLanguages(services: Services): Promise<LanguageRow[]> {
  try {
    const rows = await queryLanguages(services)
    lastKnown.set(services.memo, rows)
    return rows
  } catch (error) {
    services.log.warn({ err: error }, 'Missing languages: the last known ones are used')
    noteFailure()
    return lastKnown.get(services.memo) ?? []
  }
}

function queryLanguages(services: Services): Promise<LanguageRow[]> {
  return services.memo.get('languages', async () => {
    noteRead('languages')
    const rows = await services.database.kysely
      .selectFrom('languages')
      .select(['id', 'code', 'name', 'native_name', 'flag_code', 'is_default', 'rtl', 'is_active'])
      .orderBy('is_default', 'desc')
      .orderBy('name')
      .execute()
    return rows.map((row) => ({
      id: row.id,
      code: row.code,
      name: row.name,
      nativeName: row.native_name,
      flagCode: row.flag_code,
      isDefault: row.is_default,
      rtl: row.rtl,
      isActive: row.is_active,
    }))
  })
}

/** The active languages, the default first, then by name; only English if there is none. */
export async function listLanguages(services: Services): Promise<Language[]> {
  const active = (await readLanguages(services)).filter((row) => row.isActive)
  return active.length > 0 ? active.map(({ isActive: _, ...language }) => language) : [builtIn]
}

/**
 * The languages for translations, including inactive ones, which can be prepared before visitors see them.
 * @throws the database's error: an editor of translations needs its languages
 */
export async function listAllLanguages(services: Services): Promise<Language[]> {
  return (await queryLanguages(services)).map(({ isActive: _, ...language }) => language)
}

/** The possible meanings of a URL's first segment. */
export async function getKnownLanguages(services: Services): Promise<KnownLanguages> {
  const rows = await readLanguages(services)
  const active = rows.filter((row) => row.isActive)
  return {
    active: active.map((row) => row.code),
    inactive: rows.filter((row) => !row.isActive).map((row) => row.code),
    default: defaultOf(active),
  }
}

/** If there is no default: English, or the first language by name if English is not active. */
function defaultOf(active: readonly LanguageRow[]): string {
  const fallback = active.find((row) => row.code === FALLBACK_LANGUAGE)
  const chosen = active.find((row) => row.isDefault) ?? fallback ?? active[0]
  return chosen?.code ?? FALLBACK_LANGUAGE
}
