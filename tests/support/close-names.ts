/** Leagues of clubs with close names, as two feeds spell and list them. */

import { combine, hash32, unit } from '#sandbox/random.ts'

/** A random number from 0 up to 1. */
type Draw = () => number

function drawsOf(seed: number): Draw {
  let count = 0
  return () => {
    count += 1
    return unit(combine(hash32(`close names ${count}`), seed))
  }
}

export interface Contest {
  /** The same in both feeds. */
  key: string
  home: string
  away: string
  start: Date
}

interface Club {
  key: string
  /** Its spellings, the official one first. A feed uses one of them. */
  spellings: readonly string[]
}

const TOWNS = [
  'Varnow',
  'Kestrin',
  'Molvany',
  'Brenne',
  'Tolmasz',
  'Ardwick',
  'Sanvico',
  'Orlen',
  'Peskara',
  'Hullum',
]
const STEMS = ['Velk', 'Sturm', 'Korona', 'Marit', 'Parda']
const ENDINGS = ['', 'ia', 'ense', 'er', 'burg', 's']
const SIDES: readonly (readonly string[])[] = [
  ['II', 'B', '2', 'Reserves'],
  ['U21', 'Under 21', 'U-21'],
  ['U19', 'Under-19'],
  ['Women', '(W)', 'Ladies'],
]

function pick<T>(draw: Draw, values: readonly T[]): T {
  return values[Math.floor(draw() * values.length)] as T
}

/** One of several families of clubs that only a part of the name, a year or a side tells apart. */
function drawFamily(draw: Draw): Club[] {
  const [town, other] = [pick(draw, TOWNS), pick(draw, TOWNS)]
  const stem = pick(draw, STEMS)
  const club = (official: string, ...spellings: string[]): Club => ({
    key: official,
    spellings: [official, ...spellings],
  })
  const families: (() => Club[])[] = [
    // Lech Poznań, Lechia Gdańsk
    () =>
      [...new Set([pick(draw, ENDINGS), pick(draw, ENDINGS)])].map((ending, at) => {
        const [name, of] = [`${stem}${ending}`, at === 0 ? town : `${other}o`]
        return club(`${name} ${of}`, name, `FK ${name}`, `${name} ${of.slice(0, 3)}.`, of)
      }),
    // Dinamo Minsk, Dinamo Brest, Dinamo-93 Minsk
    () => [
      club(`Dinamo ${town}`, `FC Dynamo ${town}`, 'Dinamo', town, `D. ${town}`),
      club(`Dinamo ${other}sk`, `Dynamo ${other}sk`, 'Dinamo', `${other}sk`),
      club(`Dinamo-93 ${town}`, `FC Dynamo-93 ${town}`),
    ],
    // Manchester United, Manchester City, Manchester
    () => [
      club(`${town} United`, `${town} Utd`, `${town} United FC`, town),
      club(`${town} City`, `${town} City FC`, town),
      club(`${town} Town`, `FC ${town} Town`),
      club(`FC ${town}`, `${town}`),
    ],
    // Athletic, Atlético
    () => [
      club(`Athletic ${town}`, `Ath ${town}`, `Ath. ${town}`, 'Athletic'),
      club(`Atlético ${town}`, `Atletico ${town}`, `Atl. ${town}`, 'Atlético'),
      club(`Deportivo ${town}`, `Dep. ${town}`, `CD ${town}`),
      club(`Universidad ${town}`, `Univ. ${town}`, `U. ${town}`),
    ],
    // Hibernian, Dundee Hibernian
    () => [
      club(`${stem}ian`, `${stem}ian FC`, `FC ${stem}ian`),
      club(`${town} ${stem}ian`, `${town} ${stem}ian FC`),
      club(`${stem}ian ${other}`, `FC ${stem}ian ${other}`, `${stem}ian`),
    ],
    // Cruz Azul, Cruz Azul Hidalgo
    () => [
      club(`${stem} ${town}`, `FC ${stem} ${town}`),
      club(`${stem} ${town} ${other}`, `${stem} ${town} ${other.slice(0, 3)}.`),
    ],
  ]
  const clubs = pick(draw, families)()
  if (draw() > 0.5) return clubs
  const [first] = clubs
  const side = pick(draw, SIDES)
  if (!first) return clubs
  const reserves = first.spellings.slice(0, 2).flatMap((name) => side.map((mark) => `${name} ${mark}`))
  return [...clubs, { key: `${first.key} ${side[0]}`, spellings: reserves }]
}

/**
 * The contests of a league's clubs, in which each plays at most once, as two feeds list them. Each feed lacks some, and
 * most begin at the same minute.
 */
export function drawLeague(seed: number): { first: Contest[]; second: Contest[]; both: number } {
  const draw = drawsOf(seed)
  const clubs = new Map<string, Club>()
  while (clubs.size < 12) for (const club of drawFamily(draw)) clubs.set(club.key, club)
  const order = [...clubs.values()]
    .map((club) => ({ club, at: draw() }))
    .sort((a, b) => a.at - b.at)
    .map(({ club }) => club)
  const owners = new Map(order.map(({ key }) => [bare(key), key]))
  const [spellFirst, spellSecond] = [spell(order, draw, owners), spell(order, draw, owners)]
  const [first, second]: [Contest[], Contest[]] = [[], []]
  let both = 0
  for (let at = 0; at + 1 < order.length; at += 2) {
    const [home, away] = [order[at], order[at + 1]]
    if (!home || !away) continue
    const start = new Date(Date.UTC(2030, 2, 5, 15 + (draw() < 0.7 ? 0 : Math.floor(draw() * 4))))
    const told = (names: ReadonlyMap<string, string>, kickOff: Date): Contest => ({
      key: `${home.key} - ${away.key}`,
      home: names.get(home.key) ?? '',
      away: names.get(away.key) ?? '',
      start: kickOff,
    })
    const [isFirst, isSecond] = [draw() < 0.75, draw() < 0.75]
    if (isFirst) first.push(told(spellFirst, start))
    const late = new Date(start.getTime() + (draw() < 0.85 ? 0 : 1_800_000))
    if (isSecond) second.push(told(spellSecond, late))
    if (isFirst && isSecond) both += 1
  }
  return { first, second, both }
}

/** A feed names each club in one way, and no feed uses a name that the other has for another club. */
function spell(clubs: readonly Club[], draw: Draw, owners: Map<string, string>): Map<string, string> {
  return new Map(
    clubs.map(({ key, spellings }) => {
      const drawn = draw() < 0.3 ? key : pick(draw, spellings)
      const owner = owners.get(bare(drawn)) ?? key
      const name = owner === key ? drawn : key
      owners.set(bare(name), key)
      return [key, name]
    }),
  )
}

/** Without words for 'football club', which tell no two clubs apart. */
function bare(name: string): string {
  return name
    .toLowerCase()
    .replace(/\b(fc|fk|cd) | fc\b/g, '')
    .replace(/dynamo/g, 'dinamo')
}
