import { type Kysely, sql } from 'kysely'
import type { SearchTerms } from '#app/features/names/search-terms.ts'
import { soundOf } from '#app/features/names/sound.ts'
import type { DB } from '#app/platform/db/types.ts'
import { soundsOf } from './variants.ts'

/** Names that a text may mean, the most similar first: one list for the whole text, else one for each of its words. */
export type SimilarNames = string[][]

/** The lowest similarity; of several names, those almost as similar as the best count. */
const ALIKE = 0.6
const HARDLY_LESS = 0.15
const NAMES = 5
/** Words with fewer consonants are not compared by sound. */
const TELLING_SOUND = 3

interface NameRow {
  part: number
  name: string
  score: number
}

/**
 * Names of teams with a similar spelling or sound, or with a known alias: from operators who joined the names of two feeds,
 * or from the sports database. One query, whose cost depends on the number of teams only.
 */
export async function findSimilarNames(
  db: Kysely<DB>,
  text: string,
  { phrase, words }: SearchTerms,
): Promise<SimilarNames> {
  const spoken = soundsOf(text)
  const parts = [phrase, ...(words.length > 1 ? words : [])].map((part, at) => ({
    at,
    part,
    sounds: (at === 0 ? [] : (spoken[at - 1] ?? [soundOf(part)])).filter((it) => it.length >= TELLING_SOUND),
  }))
  const whole = spoken.length > 0 ? spoken : words.map((word) => [soundOf(word)])
  // In another alphabet, only the sound can be compared.
  const isDistinctive = spoken.length > 0 || whole.some(([sound = '']) => sound.length >= TELLING_SOUND)
  const heard = sql.join(
    [
      sql`${isDistinctive}`,
      ...whole.map((sounds) => sql`string_to_array(btrim(n.sounds), ' ') && ${sounds}::text[]`),
    ],
    sql` and `,
  )
  const { rows } = await sql<NameRow>`
    with parts as (
      select at as part, part as text, array(select json_array_elements_text(sounds)) as sounds
      from json_to_recordset(${JSON.stringify(parts)}::json) as p (at integer, part text, sounds json)
    )
    select p.part, n.name, n.score from parts p cross join lateral (
      (select n.name, word_similarity(p.text, n.name) as score from team_search_names n where n.name %> p.text
        order by score desc, length(n.name), n.name limit ${NAMES})
      union all
      (select n.name, 0.7 from team_search_names n
        where p.part > 0 and string_to_array(btrim(n.sounds), ' ') && p.sounds
        order by word_similarity(p.text, n.name) desc, length(n.name), n.name limit ${NAMES})
    ) n
    union all (
      select 0, n.name, 0.8 from team_search_names n where ${heard}
      order by similarity(n.name, ${phrase}) desc, length(n.name), n.name limit ${NAMES}
    )
    union all
    select 0, replace(case when replace(d.name_a, '-', ' ') = ${phrase} then d.name_b else d.name_a end, '-', ' '), 1
    from team_name_decisions d
    where d.is_same and ${phrase} in (replace(d.name_a, '-', ' '), replace(d.name_b, '-', ' '))
    union all
    select 0, search_fold(m.matches_team_name), 1 from team_mappings m
    where m.status = 'mapped' and lower(m.sportsdb_team_name) = lower(${text})`.execute(db)
  const named = (part: number) => likest(rows.filter((row) => row.part === part))
  const all = named(0)
  if (all.length > 0) return [all]
  const each = words.map((_, at) => named(at + 1))
  return words.length > 1 && each.every((names) => names.length > 0) ? each : []
}

function likest(rows: readonly NameRow[]): string[] {
  const best = Math.max(0, ...rows.map(({ score }) => Number(score)))
  const close = rows.filter(({ score }) => Number(score) >= Math.max(ALIKE, best - HARDLY_LESS))
  const ordered = close.toSorted((a, b) => Number(b.score) - Number(a.score))
  return [...new Set(ordered.map(({ name }) => name))].slice(0, NAMES)
}
