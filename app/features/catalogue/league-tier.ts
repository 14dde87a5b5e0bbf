/** Divisions in their order where their names do not show it; sources use these names. */
const PYRAMIDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['England', ['Premier League', 'Championship', 'League 1', 'League 2', 'National League']],
  ['Scotland', ['Premiership', 'Championship', 'League 1', 'League 2']],
])

/** The tier of leagues of women, juniors and reserves: visitors look for them after the divisions. */
const SIDE = 10

const ASIDE =
  /\b(women|femenina|feminina|féminine|femminile|frauen|damen|u-?\d\d|youth|junior|primavera|reserves?)\b/i

const ONE_TO_FOUR: readonly string[] = ['one', 'two', 'three', 'four']

/**
 * The division that a league is within its country: 1 for the first, and for cups and leagues whose names do not say.
 * A pyramid that is known comes first, then a number or letter in the name: Bundesliga 2, 3. Liga, Serie B.
 * @param country its English name
 */
export function leagueTier(country: string, league: string): number {
  const known = PYRAMIDS.get(country)?.indexOf(league) ?? -1
  if (known >= 0) return known + 1
  if (ASIDE.test(league)) return SIDE
  const number = /(?:^|\s)([1-9])\.?(?=\s|$)/.exec(league)?.[1]
  if (number) return Number(number)
  const letter = /\s([A-D])$/.exec(league)?.[1]
  if (letter) return letter.charCodeAt(0) - 'A'.charCodeAt(0) + 1
  const word = /\s(one|two|three|four)$/i.exec(league)?.[1]
  return word ? ONE_TO_FOUR.indexOf(word.toLowerCase()) + 1 : 1
}
