import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { fold } from './fold.ts'
import { soundOf } from './sound.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

async function foldInDatabase(texts: string[]): Promise<string[]> {
  const { rows } = await sql<{ folded: string }>`
    select search_fold(value) as folded from unnest(${texts}::text[]) with ordinality as t (value, n) order by n`.execute(
    database.kysely,
  )
  return rows.map((row) => row.folded)
}

const EXAMPLES: [string, string][] = [
  ['Atlético Madrid', 'atletico madrid'],
  ['MALMÖ FF', 'malmo ff'],
  ['Bodø/Glimt', 'bodo glimt'],
  ['Łódź', 'lodz'],
  ['İstanbul Başakşehir', 'istanbul basaksehir'],
  ['Weißenburg', 'weissenburg'],
  ['Paris Saint-Germain', 'paris saint germain'],
  ["Newell's Old Boys", 'newells old boys'],
  ['St. Pauli', 'st pauli'],
  ['  %_\\ 1. FC  Köln (W) ', '1 fc koln w'],
  ['ЦСКА Москва', 'цска москва'],
  ['Ёлка', 'елка'],
  ['ΠΑΟΚ Σάλος', 'παοκ σαλοσ'],
  ['الإمارات العربية المتحدة', 'الامارات العربيه المتحده'],
  ['%%%', ''],
]

describe('fold', () => {
  it.each(EXAMPLES)('folds %j to %j', (name, folded) => {
    expect(fold(name)).toBe(folded)
  })

  it('is the same in the database', async () => {
    const languages = ['en', 'it', 'es', 'de', 'fr', 'pt', 'tr', 'ar', 'ru', 'el', 'pl', 'vi', 'ja', 'ko']
    const codes = ['IT', 'GB', 'CI', 'ST', 'SE', 'AE', 'TR', 'CW', 'RE', 'AX', 'BA', 'KR', 'JP', 'VN', 'MX']
    const names = languages.flatMap((language) => {
      const regions = new Intl.DisplayNames([language], { type: 'region' })
      return codes.map((code) => regions.of(code) ?? '')
    })
    const everyLetter = Array.from({ length: 0x3100 - 1 }, (_, at) => `a${String.fromCharCode(at + 1)}b`)
    const texts = [...EXAMPLES.map(([name]) => name), ...names, ...everyLetter]
    expect(await foldInDatabase(texts)).toEqual(texts.map(fold))
  })

  it('is idempotent', () => {
    for (const [name] of EXAMPLES) expect(fold(fold(name))).toBe(fold(name))
  })

  it('accepts malformed text', () => {
    expect(fold('a\u0000b')).toBe('a b')
    expect(fold('\ud800')).toBe('\ufffd')
  })
})

describe('sounds', () => {
  it('are the same in the database', async () => {
    const names = [
      'manchester united',
      'schalke 04',
      'chelsea',
      'crvena zvezda',
      'xanthi',
      'philadelphia',
      'o',
      '1 fc koln',
      'παοκ',
    ]
    const { rows } = await sql<{ sounds: string }>`
      select search_sounds(value) as sounds from unnest(${names}::text[]) with ordinality as t (value, n) order by n`.execute(
      database.kysely,
    )
    expect(rows.map(({ sounds }) => sounds)).toEqual(
      names.map((name) => ` ${name.split(' ').map(soundOf).join(' ')} `),
    )
  })
})
