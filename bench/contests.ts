/**
 * Measures how well two feeds are matched: one line of JSON for each seed. The sandbox's fixtures come from two feeds
 * in two spellings; the second feed has random faults: another opponent, another kick-off, swapped sides, a second game
 * that day. `merged` counts matches that hold two contests, `missed` contests of both feeds that exist twice, `asked`
 * those of them that are in the review queue. `--seeds 1,2,3` sets the seeds.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import './support/templates.ts'
import { runImport } from '#app/features/imports/run/run-import.server.ts'
import { HOUR_MS } from '#app/platform/time.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { promoBody, type TestMatch } from '#tests/support/feeds.ts'
import { offeredMatches, type SandboxMatch } from '../sandbox/calendar.ts'
import { leagues } from '../sandbox/data/index.ts'
import { combine, hash32, unit } from '../sandbox/random.ts'

const { values: options } = parseArgs({ options: { seeds: { type: 'string', default: '1,2,3' } } })

/** An event with the contest that it really is. */
interface Told extends TestMatch {
  contest: string
}

type Spelling = 'name' | 'promo'

const spell = (team: SandboxMatch['home'], spelling: Spelling) =>
  typeof team === 'string' ? team : team[spelling]

function tell(match: SandboxMatch, index: number, spelling: Spelling): Told {
  const { sport, country, league } = match.league
  return {
    id: `${spelling}-${index}`,
    contest: String(index),
    home: spell(match.home, spelling),
    away: spell(match.away, spelling),
    start: match.start.toISOString(),
    sport,
    country,
    league,
    prices: [2, 3, 4],
  }
}

/** Applies a fault to a fixture of the second feed. */
function distort(told: Told, all: readonly Told[], draw: (fault: string) => number): Told[] {
  const moved = (hours: number) => new Date(Date.parse(told.start) + hours * HOUR_MS).toISOString()
  const other = all[Math.floor(draw('who') * all.length)] ?? told
  const fault = draw('fault')
  if (fault < 0.06 && other.sport === told.sport) {
    const side = draw('side') < 0.5 ? { away: other.away } : { home: other.home }
    const isOther = (side.away ?? told.away) !== told.away || (side.home ?? told.home) !== told.home
    return [{ ...told, ...side, contest: isOther ? `${told.contest} replaced` : told.contest }]
  }
  if (fault < 0.1) return [{ ...told, start: moved(Math.round(draw('hours') * 20) - 10) }]
  if (fault < 0.14) return [{ ...told, home: told.away, away: told.home }]
  if (fault < 0.17 && told.sport === 'Baseball')
    return [{ ...told, start: moved(1.5 + draw('gap') * 4), contest: `${told.contest} second game` }]
  if (fault < 0.2)
    return [{ ...told, home: `${told.home} U21`, away: `${told.away} U21`, contest: `${told.contest} U21` }]
  return [told]
}

async function measure(seed: number): Promise<void> {
  const matches = [...offeredMatches({ leagues, seed }, new Date())].filter(({ start }) => start > new Date())
  const first = matches.map((match, index) => tell(match, index, 'name'))
  const plain = matches.map((match, index) => tell(match, index, 'promo'))
  const second = plain.flatMap((told) =>
    distort(told, plain, (fault) => unit(combine(hash32(`${fault} ${told.id}`), seed))),
  )
  const database = await createTestDatabase()
  const folder = mkdtempSync(path.join(tmpdir(), 'overround-contests-'))
  try {
    for (const [bookmaker, body] of [['Alpha', first] as const, ['Beta', second] as const]) {
      const origin = path.join(folder, `${bookmaker}.json`)
      writeFileSync(origin, JSON.stringify(promoBody(body)))
      const { error } = await runImport(database.kysely, { source: 'promo', origin, options: { bookmaker } })
      if (error) throw new Error(error.message)
    }
    const { rows } = await sql<{ external_id: string; match_id: string; asked: boolean }>`
      select s.external_id, s.match_id, exists (
        select 1 from match_reviews r where s.match_id in (r.match_id, r.candidate_id)) as asked
      from match_sources s`.execute(database.kysely)
    const links = new Map(rows.map((row) => [row.external_id, row]))
    const contests = Map.groupBy([...first, ...second], ({ id }) => links.get(id)?.match_id)
    const truth = new Map(first.map((told) => [told.contest, links.get(told.id)]))
    const both = second.filter(({ contest }) => truth.has(contest))
    const missed = both.filter(({ id, contest }) => links.get(id)?.match_id !== truth.get(contest)?.match_id)
    const report = {
      bench: 'contests',
      database: database.kind,
      seed,
      both: both.length,
      merged: [...contests.values()].filter((told) => new Set(told.map(({ contest }) => contest)).size > 1)
        .length,
      missed: missed.length,
      asked: missed.filter(({ id }) => links.get(id)?.asked).length,
    }
    process.stdout.write(`${JSON.stringify(report)}\n`)
  } finally {
    rmSync(folder, { recursive: true })
    await database.close()
  }
}

for (const seed of options.seeds.split(',').map(Number)) await measure(seed)
