import { createHash } from 'node:crypto'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { servedAudience } from '#app/platform/http/audience.server.ts'
import { noteAudience, noteFailure, noteRead } from '#app/platform/http/reads.server.ts'
import type { Services } from '#app/platform/services.ts'
import { mentionsName, spellingsOf } from '#app/platform/text/mentions.ts'
import {
  type Audience,
  EVERYBODY,
  type Group,
  type Permissions,
  permitsBookmaker,
  strictest,
  toGroup,
  toRule,
} from './permissions.ts'

type Reading = Pick<Services, 'database' | 'memo'>

/** All audiences of the site. */
export interface Audiences {
  /** Null if there are no groups: then everybody sees everything. */
  byCountry: ReadonlyMap<string, Audience> | null
  /** For a known country that is in no group. */
  rest: Audience
  /** For an unknown country. */
  unknown: Audience
}

const WITHOUT_GROUPS: Audiences = { byCountry: null, rest: EVERYBODY, unknown: EVERYBODY }

/**
 * For whom the current response is, and what they may see. Every query of bookmakers, prices, links and offers that
 * visitors see starts here. Outside of a response it is the strictest audience: nothing is shown by mistake.
 */
export async function readAudience(services: Reading): Promise<Audience> {
  noteAudience()
  const served = servedAudience()
  const audience =
    served === undefined
      ? (await readAudiences(services)).unknown
      : served.key === ''
        ? EVERYBODY
        : (served as Audience)
  if (audience.key !== '') noteRead('audiences')
  return audience
}

/** The condition that a bookmaker may be shown. @param table the alias of `bookmakers` in the query */
export function isShown({ bookmakers: { isExcept, keys } }: Audience, table: string): RawBuilder<boolean> {
  if (isExcept && keys.length === 0) return sql<boolean>`true`
  return sql<boolean>`(${sql.ref(`${table}.key`)} = any (${[...keys]}::text[])) <> ${isExcept}`
}

/** The audiences that follow from the groups. */
export function readAudiences(services: Reading): Promise<Audiences> {
  return services.memo.get('audiences', async () => {
    noteRead('audiences')
    const groups = await listGroups(services)
    if (groups.length === 0) return WITHOUT_GROUPS
    noteRead('bookmakers')
    const { kysely } = services.database
    const [sets, bookmakers, texts] = await Promise.all([
      kysely.selectFrom('price_sets').select(['no', 'is_except', 'keys']).execute(),
      kysely.selectFrom('bookmakers').select(['key', 'name', 'brand']).execute(),
      readTextsOfGroups(services),
    ])
    const toAudience = (
      permissions: Permissions,
      group: string | null,
      isUnknownCountry = false,
    ): Audience => {
      const { isExcept, keys } = permissions.bookmakers
      const set = sets.find((it) => it.is_except === isExcept && it.keys.join('\n') === keys.join('\n'))
      const barred = barredNames(permissions, bookmakers)
      return {
        ...permissions,
        key: digestOf(permissions, { isUnknownCountry, texts: (group && texts.get(group)) ?? '', barred }),
        group,
        isUnknownCountry,
        priceSet: set?.no ?? -1,
        barredNames: barred,
      }
    }
    const byCountry = new Map<string, Audience>()
    for (const group of groups) {
      const audience = toAudience(group, group.id)
      for (const country of group.countries) byCountry.set(country, audience)
    }
    const rest = groups.find(({ isRest }) => isRest)
    const least = strictest(groups)
    return {
      byCountry,
      rest: rest ? toAudience(rest, rest.id) : toAudience(least, null),
      unknown: toAudience(least, null, true),
    }
  })
}

/** The audience of visitors from a country; undefined is an unknown one. */
export function audienceOfCountry(
  { byCountry, rest, unknown }: Audiences,
  country: string | undefined,
): Audience {
  if (!byCountry || country === undefined) return unknown
  return byCountry.get(country) ?? rest
}

/** The names of the groups of countries that permit one of two bookmakers and not the other, by their keys. */
export async function groupsTellingApart(db: Kysely<DB>, one: string, other: string): Promise<string[]> {
  const rows = await db
    .selectFrom('audiences')
    .select(['name', 'bookmaker_rule', 'bookmakers'])
    .orderBy('name')
    .execute()
  return rows.flatMap((row) => {
    const rule = toRule(row)
    return permitsBookmaker(rule, one) === permitsBookmaker(rule, other) ? [] : [row.name]
  })
}

/** The groups of countries, in their order. */
async function listGroups({ database }: Pick<Services, 'database'>): Promise<(Group & { name: string })[]> {
  const rows = await database.kysely
    .selectFrom('audiences')
    .select(['id', 'name', 'countries', 'is_rest', 'bookmaker_rule', 'bookmakers'])
    .select(['promotions_on', 'links_on', 'alerts_on', 'minimum_age', 'adult_mark'])
    .orderBy('menu_position')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...toGroup(row), name: row.name }))
}

/**
 * The texts of each group by its id, in all languages, as one text to compare. Those without a text have none: what has no text says
 * the same.
 */
async function readTextsOfGroups({ database }: Pick<Services, 'database'>): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; said: string }>`
    select a.id, jsonb_build_array(nullif(a.help_url, ''), nullif(a.help_text, ''), nullif(a.ad_word, ''),
      nullif(a.terms, ''), (select jsonb_agg(jsonb_build_array(t.language_id, t.help_text, t.ad_word, t.terms) order by t.language_id)
        from multilingual_audiences t
        where t.audience_id = a.id and concat(t.help_text, t.ad_word, t.terms) <> ''))::text as said
    from audiences a`.execute(database.kysely)
  return new Map(rows.map(({ id, said }) => [id, said === NO_TEXTS ? '' : said]))
}

const NO_TEXTS = '[null, null, null, null, null]'

/**
 * The key of caches for an audience: all that its pages depend on. A change of it changes the key, so that nothing of before is served,
 * and groups of which all of it is equal share their pages. The barred names are a part of it: texts of the operator are kept without them.
 */
function digestOf(
  { bookmakers, promotions, links, alerts, minimumAge, adultMark }: Permissions,
  of: { isUnknownCountry: boolean; texts: string; barred: readonly string[] },
): string {
  const said = JSON.stringify([bookmakers, promotions, links, alerts, minimumAge, adultMark, of])
  // 144 bits: two audiences never have the same key by chance.
  return createHash('sha256').update(said).digest('base64url').slice(0, 24)
}

export interface BarringGroup {
  name: string
  permissions: Permissions
  barredNames: readonly string[]
}

/** The groups that bar a bookmaker, in their order. */
export async function listBarringGroups(
  { database }: Pick<Services, 'database'>,
  bookmakers: readonly { key: string; name: string; brand: string | null }[],
): Promise<BarringGroup[]> {
  return (await listGroups({ database })).flatMap(({ name, ...permissions }) => {
    const names = barredNames(permissions, bookmakers)
    return names.length === 0 ? [] : [{ name, permissions, barredNames: names }]
  })
}

/** In a fixed order. A brand is barred by its name if none of its bookmakers may be shown. */
function barredNames(
  { bookmakers: rule }: Permissions,
  bookmakers: readonly { key: string; name: string; brand: string | null }[],
): string[] {
  const barred = bookmakers.filter(({ key }) => !permitsBookmaker(rule, key))
  const shown = bookmakers.filter(({ key }) => permitsBookmaker(rule, key))
  const namesOf = (list: typeof bookmakers) =>
    list.flatMap(({ key, name, brand }) => [name, key, brand ?? ''].flatMap(spellingsOf))
  const allowed = new Set(namesOf(shown))
  return [...new Set(namesOf(barred))].filter((name) => !allowed.has(name)).sort()
}

/** What a page says about betting to its visitors. */
export interface AudienceNotices {
  isUnknownCountry: boolean
  minimumAge: number | null
  adultMark: boolean
  /** The terms beside offers. */
  terms: string | null
  help: { text: string; url: string | null } | null
}

/** The notices for the current audience in a language; null without groups of countries. */
export async function readAudienceNotices(
  services: Reading & Pick<Services, 'log'>,
  language: string,
): Promise<AudienceNotices | null> {
  const audience = await readAudience(services)
  const { key, isUnknownCountry, minimumAge, adultMark } = audience
  if (key === '') return null
  const texts = await readTexts(services, audience, language)
  const text = texts?.help_text || texts?.help_url || null
  return {
    isUnknownCountry,
    minimumAge,
    adultMark,
    terms: texts?.terms || null,
    help: text === null ? null : { text, url: texts?.help_url ?? null },
  }
}

type Labels = Record<string, Record<string, string>>

const labelsByWord = new WeakMap<Labels, Map<string, Labels>>()

/**
 * A language's labels with the current audience's own word for advertising; the same object for the same labels and word:
 * what was made with them is kept by their identity.
 */
export async function withAdWord<T extends Labels>(
  services: Reading & Pick<Services, 'log'>,
  language: string,
  labels: T,
): Promise<T> {
  const word = (await readTexts(services, await readAudience(services), language))?.ad_word
  if (!word) return labels
  const made = labelsByWord.get(labels) ?? new Map<string, Labels>()
  labelsByWord.set(labels, made)
  const known = made.get(word) ?? { ...labels, common: { ...labels.common, advertising: word } }
  made.set(word, known)
  return known as T
}

interface AudienceTexts {
  help_url: string | null
  help_text: string | null
  ad_word: string | null
  terms: string | null
}

/** The texts of an audience's group in a language, without those that name a barred bookmaker; none if they cannot be read. */
function readTexts(
  services: Reading & Pick<Services, 'log'>,
  { key, group, barredNames }: Audience,
  language: string,
): Promise<AudienceTexts | undefined> {
  if (group === null) return Promise.resolve(undefined)
  return (
    services.memo
      // The key changes with the texts and with the names that they are searched for.
      .get(`audience-texts:${key}:${language}`, async () => {
        noteRead('audiences', 'languages')
        const { rows } = await sql<AudienceTexts>`
        select a.help_url, coalesce(nullif(t.help_text, ''), a.help_text) as help_text,
          coalesce(nullif(t.ad_word, ''), a.ad_word) as ad_word, coalesce(nullif(t.terms, ''), a.terms) as terms
        from audiences a
        left join languages l on l.code = ${language}
        left join multilingual_audiences t on t.audience_id = a.id and t.language_id = l.id
        where a.id = ${group}`.execute(services.database.kysely)
        const [row] = rows
        if (!row) return undefined
        const shown = (text: string | null) => (mentionsName(barredNames, text) ? null : text)
        return {
          ...{ help_url: row.help_url, help_text: shown(row.help_text) },
          ...{ ad_word: shown(row.ad_word), terms: shown(row.terms) },
        }
      })
      .catch((error: unknown) => {
        services.log.error({ err: error, language }, 'the texts of an audience are not shown')
        noteFailure()
        return undefined
      })
  )
}
