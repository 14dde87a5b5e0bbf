import { createHash } from 'node:crypto'
import { HOUR_MS } from '#app/platform/time.ts'
import type { SandboxWorld } from './calendar.ts'
import type { SandboxLeague } from './league.ts'
import { bookmakers, inNotation, layPrice, onLadder, promoBookmaker } from './market.ts'
import { bell, combine, hash32, unit, walk } from './random.ts'

/** Leagues with an outright on their winner. */
const LEAGUES = [
  'soccer_epl',
  'soccer_spain_la_liga',
  'soccer_italy_serie_a',
  'soccer_germany_bundesliga',
  'basketball_nba',
  'icehockey_nhl',
  'americanfootball_nfl',
]

const keyOf = (league: SandboxLeague) => `${league.oddsApiKey}_winner`
const titleOf = (league: SandboxLeague) => `${league.league} Winner`

function outrightLeagues({ leagues }: SandboxWorld): SandboxLeague[] {
  return leagues.filter(({ oddsApiKey }) => LEAGUES.includes(oddsApiKey))
}

/** The league of an outright of The Odds API. */
export function outrightLeague(world: SandboxWorld, key: string): SandboxLeague | undefined {
  return outrightLeagues(world).find((league) => keyOf(league) === key)
}

/** The competitions of outrights in the list of sports. */
export function* outrightSports(world: SandboxWorld): Generator<object> {
  for (const league of outrightLeagues(world)) {
    yield {
      key: keyOf(league),
      group: league.sport,
      title: titleOf(league),
      description: `${titleOf(league)} ${league.country}`,
      active: true,
      has_outrights: true,
    }
  }
}

/** The outrights of these leagues: every participant by every bookmaker, always with the lay side of an exchange. */
export function* outrightEvents(
  world: SandboxWorld,
  now: Date,
  only: readonly SandboxLeague[] = outrightLeagues(world),
): Generator<object> {
  for (const league of only) yield toEvent(league, world.seed, now)
}

/** The end of the season: the next 31 May. */
function seasonEnd(now: Date): Date {
  const year = now.getUTCFullYear()
  const end = Date.UTC(year, 4, 31, 15)
  return new Date(now.getTime() < end ? end : Date.UTC(year + 1, 4, 31, 15))
}

function toEvent(league: SandboxLeague, seed: number, now: Date): object {
  const end = seasonEnd(now)
  const hash = combine(hash32(keyOf(league)), seed)
  // Such a market is updated at most every hour.
  const updated = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS)
  const last_update = updated.toISOString().replace('.000Z', 'Z')
  const quoting = bookmakers.filter(
    (one) => one !== promoBookmaker && unit(combine(hash, hash32(one.key))) < one.coverage,
  )
  return {
    id: createHash('md5')
      .update(`${keyOf(league)} ${end.getUTCFullYear()}`)
      .digest('hex'),
    sport_key: keyOf(league),
    sport_title: titleOf(league),
    commence_time: end.toISOString().replace('.000Z', 'Z'),
    home_team: null,
    away_team: null,
    bookmakers: quoting.map((bookmaker) => {
      const outcomes = pricesOf(league, combine(hash, hash32(bookmaker.key)), {
        ...bookmaker,
        days: updated.getTime() / (24 * HOUR_MS),
        common: hash,
      })
      const lay = outcomes.map(({ name, price }) => ({ name, price: layPrice(price) }))
      return {
        key: bookmaker.key,
        title: bookmaker.name,
        last_update,
        markets: [
          { key: 'outrights', last_update, outcomes: inNotation(outcomes, bookmaker) },
          ...(bookmaker.isExchange ? [{ key: 'outrights_lay', last_update, outcomes: lay }] : []),
        ],
      }
    }),
  }
}

function pricesOf(
  league: SandboxLeague,
  own: number,
  { margin, opinion, days, common }: { margin: number; opinion: number; days: number; common: number },
): { name: string; price: number }[] {
  const chances = league.teams.map((team, index) => {
    const strength = 1 - (2 * index) / Math.max(1, league.teams.length - 1)
    const news = walk(combine(common, index), days) * 0.2 + bell(combine(own, index)) * opinion
    return { name: typeof team === 'string' ? team : team.name, chance: Math.exp(2.4 * strength + news) }
  })
  const sum = chances.reduce((all, { chance }) => all + chance, 0)
  return chances
    .map(({ name, chance }) => ({ name, price: onLadder(sum / chance / (1 + 3 * margin)) }))
    .sort((a, b) => a.price - b.price)
}
