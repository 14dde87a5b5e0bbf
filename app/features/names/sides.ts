import { foldToAscii } from '#app/features/catalogue/slug.ts'
import { NICKNAMES } from './team-nicknames.ts'

/** The side of a club that a name means. The senior men's (or only) side has no women, no age and level 1. */
export interface Side {
  women: boolean
  /** '21' for U21, 'youth' if no age is given, null for seniors. */
  age: string | null
  /** 1 first team, 2 reserves, 3 third team. */
  level: number
}

/** Longer words come first: "women's" is not 'women' and a rest. */
function toAlternatives(words: string): string {
  return words
    .trim()
    .split(/\s+/)
    .sort((a, b) => b.length - a.length)
    .join('|')
}

/** Words for women, folded. No club has one of them in its own name; a word that can be either is in `SIDE_OR_NAME`. */
const WOMEN_WORDS = `
  women women's womens woman's woman wfc ladies girls
  feminin feminina feminine feminino feminines femininas femenina femenino femeninas femenil femminile femeni fem donne
  frauen damen vrouwen dames damer damlag kvinner kvinnelag kvinnor kvinder kvinde kvindehold kvenna naiset naisten naised naiste
  zeny zene zenski zenska zenske zheni zheny zhenskaya kobiet kobiety moterys moteru sievietes sieviesu
  kadin kadinlar bayanlar femra femrave gynaikon gynaikes nashim emakumeak emakumeen
`
const WOMEN = new RegExp(
  String.raw`\b(?:${toAlternatives(WOMEN_WORDS)})\b|\((?:w|f|dam)\)|(?<=\S)[ -]w(?=$| (?:u|under)[ -]?\d{2}s?$)`,
  'g',
)
const AGE = /\b(?:u|under|sub|onder)[ -]?(\d{2})s?\b|\b(\d{2})u\b/g
const YOUTH =
  /\b(youth|primavera|juvenil|jugend|junioren|jeugd|juniorzy|dorost|dorostenci|tineret|ifjusagi)\b/g
const THIRD = /(?<=\S) (iii|c|3)$/g
const SECOND =
  /\b(reserves?|castilla|promesas|amateure|amateurs|next gen|under 23s)\b|(?<=\S) (reservas?|reserver|rezerv[aey]?|rezerwy|aspirantes|beloften)$|\b(res|am|amat)\.?$|\((r|res|am|b|ii)\)|^jong (?=\S)|^ii\) |(?<!\bwillem) ii\b|(?<=\S)[ -](b|2)$|(?<=\S) (b|2)(?= team$)/g

/**
 * Words that mark women in one name and are a name in another: 'Häcken Dam' and 'Van Dam', Hungarian 'női' without its
 * accent and 'Bangkok Noi'. Feeds often leave out the letters before a club of women (ŽNK, ŽRK).
 */
export const SIDE_OR_NAME: ReadonlySet<string> = new Set(
  'dam noi zen zien znk zfk zrk zkk zok zhfk zhnk zhrk zhkk zhok'.split(' '),
)

/**
 * Marks of sides in other scripts, and those that only their accents tell from names, each with the Latin mark of the
 * same meaning. Word boundaries are explicit, because `\b` knows only ASCII.
 */
const FOREIGN_MARKS: readonly (readonly [RegExp, string])[] = [
  [/\(\s*(?:γ|ж|жен)\.?\s*\)/gu, '(w)'],
  [
    /(?<!\p{L})(?:γυναικ\p{L}*|γυν\.|женщин\p{L}*|женск\p{L}*|жен\.|жени|жене|жін(?:ки|ок|оч\p{L}*|\.)|девуш\p{L}*|(?:لل)?سيدات|(?:ال)?نساء)(?!\p{L})/gu,
    ' women ',
  ],
  [/(?<=\P{L})(?:női|žen|žien|nữ)(?!\p{L})/gu, ' women '],
  [/(?<!\p{L})(?:κ|до|تحت)[ -]?(\d{2})(?!\p{N})/gu, ' u$1 '],
  [
    /(?<!\p{L})(?:молод[её]ж\p{L}*|молодіж\p{L}*|мол\.|юнош\p{L}*|(?:ال)?شباب تحت|νεων|νέων)(?!\p{L})|\(\s*мол\.?\s*\)/gu,
    ' youth ',
  ],
  [/(?<!\p{L})(?:дубль|резерв\p{L}*)(?!\p{L})/gu, ' reserves '],
  // At the end: the second letter of the alphabet, then the third.
  [/(?<=\S)[ -][βб]['΄´]?$/gu, ' b'],
  [/(?<=\S)[ -]γ['΄´]?$/gu, ' c'],
]

const HAS_FOREIGN_MARK = /[\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}]|ői|ži?en|nữ/iu

/** A name with its marks of sides in Latin letters. A name that can have such a mark is returned in lower case. */
export function readForeignMarks(name: string): string {
  const composed = name.normalize('NFC')
  if (!HAS_FOREIGN_MARK.test(composed)) return name
  return FOREIGN_MARKS.reduce(
    (text, [pattern, latin]) => text.replace(pattern, latin),
    composed.toLowerCase().trim(),
  ).trim()
}

const toPlain = (name: string) => foldToAscii(name).replace(/[’`´]/g, "'").trim()

/** Names of clubs that can end like a side: 'Inverness C' is no third team. */
const OWN_NAMES: ReadonlySet<string> = new Set(NICKNAMES.flat().map(toPlain))

/** Separates the words that name a side from a team's name. */
export function splitSide(name: string): { team: string; side: Side } {
  let team = toPlain(readForeignMarks(name))
  const take = (pattern: RegExp): RegExpMatchArray | undefined => {
    if (OWN_NAMES.has(team)) return undefined
    const [found] = team.matchAll(pattern)
    if (found) team = team.replace(pattern, ' ').replace(/\s+/g, ' ').trim()
    return found
  }
  const women = take(WOMEN) !== undefined
  const age = take(AGE)
  const youth = take(YOUTH)
  const third = take(THIRD)
  const second = take(SECOND)
  const side = {
    women,
    age: age?.[1] ?? age?.[2] ?? (youth ? 'youth' : null),
    level: third ? 3 : second ? 2 : 1,
  }
  return { team, side }
}

/** Women's competitions whose names do not say so, or say it with a word that is a name elsewhere. */
const WOMEN_ONLY =
  /\b(nwsl|wsl\d?|swpl|w[ -]league|we[ -]league|wk[ -]league|nadeshiko|wnba|wnbl|wkbl|wncaa|wbbl|pwhl|sdhl|aflw|nrlw|liga f|liga bpi|arkema|damallsvenskan|elitettan|damettan|toppserien|kvindeligaen|kansallinen liiga|naisliiga|femenil)\b|(?<=\S) dam$|\bliga zi?en$|\b(nb i{1,3}|kupa|liga) noi$/

/** What is known about a side apart from its name. */
export type KnownSide = Pick<Side, 'women' | 'age'>

/** The sides that a league's name states. Numbers in it do not mean sides. */
export function splitLeagueSide(league: string): KnownSide {
  const { women, age } = splitSide(league).side
  return { women: women || WOMEN_ONLY.test(foldToAscii(league)), age }
}

/** A name with the known side, if the name does not state it: 'Chelsea' in a women's league is 'Chelsea Women'. */
export function withSide(name: string, { women, age }: KnownSide): string {
  const { side } = splitSide(name)
  const ageText = age === 'youth' ? ' Youth' : ` U${age}`
  return `${name}${women && !side.women ? ' Women' : ''}${age !== null && side.age === null ? ageText : ''}`
}

/** The side that a team's name and its league state together. */
export function sideOf({ name, league }: { name: string; league: string }): Side {
  return splitSide(withSide(name, splitLeagueSide(league))).side
}

/** Whether nothing states a side: usually the senior men's, or one with an unknown mark. */
export function isSideUnknown({ women, age, level }: Side): boolean {
  return !women && age === null && level === 1
}

/** Whether two names mean the same kind of side: sex, age group and reserve level all agree. */
export function sameSide(a: string, b: string): boolean {
  return isEqualSide(splitSide(a).side, splitSide(b).side)
}

export function isEqualSide(a: Side, b: Side): boolean {
  return a.women === b.women && a.age === b.age && a.level === b.level
}
