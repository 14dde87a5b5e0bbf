import type { Mutant } from './mutants.ts'

/** A mutant with the same behaviour as the original, so no test can distinguish them. */
export interface Equivalent {
  file: string
  /** The line of the mutant, without indentation; without it, every line with this change. */
  code?: string
  original: string
  mutant: string
  reason: string
}

export const EQUIVALENT: readonly Equivalent[] = [
  {
    file: 'app/features/accounts/rules.ts',
    original: "stored.includes('\\\\') || stored.startsWith('//')",
    mutant: "stored.includes('\\\\')",
    reason: 'The resolved address is looked at again, three lines on.',
  },
  {
    file: 'app/features/accounts/rules.ts',
    code: "if (stored.includes('\\\\') || stored.startsWith('//') || /^[a-z][a-z0-9+.-]*:/i.test(stored)) return home",
    original: 'startsWith',
    mutant: 'endsWith',
    reason: 'The resolved address is looked at again, three lines on.',
  },
  {
    file: 'app/features/accounts/rules.ts',
    original: "url.origin !== 'http://site.invalid' || url.pathname.startsWith('//')",
    mutant: "url.pathname.startsWith('//')",
    reason: 'What leads elsewhere begins with two slashes or a scheme, and does not come here.',
  },
  {
    file: 'app/features/affiliates/outbound-link.ts',
    original: "headers.get('sec-purpose') ?? ''",
    mutant: "headers.get('sec-purpose')",
    reason: 'The text null is no purpose either.',
  },
  {
    file: 'app/features/affiliates/outbound-link.ts',
    original: "headers.get('purpose') ?? ''",
    mutant: "headers.get('purpose')",
    reason: 'The text null is no purpose either.',
  },
  {
    file: 'app/platform/edit/values.ts',
    original: '/^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)$/',
    mutant: '/\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)$/',
    reason: 'With anything before it Date.parse reads no instant.',
  },
  {
    file: 'app/platform/edit/values.ts',
    original: '/^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)$/',
    mutant: '/^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)/',
    reason: 'With anything after it Date.parse reads no instant.',
  },
  {
    file: 'app/features/sources/reading.ts',
    original: '/[\\p{Cc}\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060\\u2066-\\u2069\\ufeff\\ufffd]+/gu',
    mutant: '/[\\p{Cc}\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060\\u2066-\\u2069\\ufeff\\ufffd]/gu',
    reason: 'Spaces are made one afterwards.',
  },
  {
    file: 'app/features/sources/reading.ts',
    original: "typeof value === 'number' && Number.isFinite(value)",
    mutant: 'Number.isFinite(value)',
    reason: 'Number.isFinite is false of anything but a number.',
  },
  {
    file: 'app/features/sources/sportsdb/rules.ts',
    original: 'a < b',
    mutant: 'a <= b',
    reason: 'Equal names stand in either order.',
  },
  {
    file: 'app/features/sources/sportsdb/rules.ts',
    original: 'a > b',
    mutant: 'a >= b',
    reason: 'Equal names stand in either order.',
  },
  {
    file: 'app/features/sources/sportsdb/rules.ts',
    original: 'a > b',
    mutant: 'true',
    reason: 'Equal names stand in either order.',
  },
  {
    file: 'app/features/sources/sportsdb/rules.ts',
    code: 'return names.toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : a > b ? 1 : 0))',
    original: '1',
    mutant: '2',
    reason: 'Only the sign of a comparison counts.',
  },
  {
    file: 'app/features/sources/sportsdb/rules.ts',
    code: 'return names.toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : a > b ? 1 : 0))',
    original: '0',
    mutant: '1',
    reason: 'Equal names stand in either order.',
  },
  {
    file: 'app/features/sources/sportsdb/rules.ts',
    code: "sport === 'Soccer' ? (PRIORITY.get(placeKey(name)) ?? PRIORITY_COUNTRIES.length) : 0",
    original: '0',
    mutant: '1',
    reason: 'All countries of another sport have one rank, whichever.',
  },
  {
    file: 'app/features/odds/formats.ts',
    original: "'15/2 8/1 17/2 9/1 10/1'",
    mutant: "''",
    reason: 'The fractions of smallest terms are the same.',
  },
  {
    file: 'app/features/odds/formats.ts',
    original: 'american > 0',
    mutant: 'american >= 0',
    reason: 'American odds are never between -100 and 100.',
  },
  {
    file: 'app/features/odds/rules.ts',
    code: 'if (list.some((price) => !(price > 1 && Number.isFinite(price)) || Math.round(price * 100) <= 100))',
    original: 'price > 1 && Number.isFinite(price)',
    mutant: 'Number.isFinite(price)',
    reason: 'A price of 1 or less has 100 hundredths or less.',
  },
  {
    file: 'app/features/odds/rules.ts',
    code: 'if (list.some((price) => !(price > 1 && Number.isFinite(price)) || Math.round(price * 100) <= 100))',
    original: 'price > 1',
    mutant: 'price >= 1',
    reason: 'A price of 1 has 100 hundredths.',
  },
  {
    file: 'app/features/odds/rules.ts',
    original: 'impliedSum(list) <= NOT_QUOTED_IMPLIED_SUM',
    mutant: 'impliedSum(list) < NOT_QUOTED_IMPLIED_SUM',
    reason: 'No prices in hundredths with one of 1.01 sum to exactly 1.3.',
  },
  {
    file: 'app/features/theme/rules.ts',
    original: 'luminance(background) < DARK_BELOW',
    mutant: 'luminance(background) <= DARK_BELOW',
    reason: 'No colour has a luminance of exactly 0.4.',
  },
  {
    file: 'app/features/theme/rules.ts',
    original: 'luminance(middle) < DARK_BELOW',
    mutant: 'luminance(middle) <= DARK_BELOW',
    reason: 'No colour has a luminance of exactly 0.4.',
  },
  {
    file: 'app/features/team-mapping/rules.ts',
    original: 'names.at(-1) ?? name',
    mutant: 'names.at(-1)',
    reason: 'Every line has a last name.',
  },
  {
    file: 'app/features/contests/queries.server.ts',
    code: 'const total = counted.rows[0]?.total ?? 0',
    original: '0',
    mutant: '1',
    reason: 'A count always has a row.',
  },
  {
    file: 'app/features/contests/queries.server.ts',
    code: 'return { moved: rows[0] ?? { prices: 0, favourites: 0, alerts: 0, bets: 0 }, names, pairs: same.pairs }',
    original: '0',
    mutant: '1',
    reason: 'A query without a table always has a row.',
  },
  {
    file: 'app/features/contests/queries.server.ts',
    code: ".innerJoin('leagues as l', 'l.id', 'a.league_id')",
    original: 'innerJoin',
    mutant: 'leftJoin',
    reason: 'Every name has a league.',
  },
  {
    file: 'app/features/audiences/queries.server.ts',
    original: 'isExcept && keys.length === 0',
    mutant: 'false',
    reason: 'The comparison is true of every bookmaker where no key is excepted.',
  },
  {
    file: 'app/features/audiences/queries.server.ts',
    code: "const set = sets.find((it) => it.is_except === isExcept && it.keys.join('\\n') === keys.join('\\n'))",
    original: 'find',
    mutant: 'findLast',
    reason: 'No two sets are equal.',
  },
  {
    file: 'app/features/audiences/queries.server.ts',
    original: 'bookmakers.filter(({ key }) => !permitsBookmaker(rule, key))',
    mutant: 'bookmakers',
    reason: 'The names of those that are shown are taken out afterwards.',
  },
  {
    file: 'app/features/audiences/queries.server.ts',
    original: 'group === null',
    mutant: 'false',
    reason: 'No group has such an id.',
  },
  {
    file: 'app/features/matches/queries.server.ts',
    original: 'leagueIds.length === 0',
    mutant: 'false',
    reason: 'Without leagues nothing is found.',
  },
  {
    file: 'app/features/matches/queries.server.ts',
    original: '4_000',
    mutant: '4001',
    reason: 'How many summaries are remembered shows in no result.',
  },
  {
    file: 'app/features/matches/queries.server.ts',
    original: 'innerJoin',
    mutant: 'leftJoin',
    reason: 'Every match has a league, a country and a sport.',
  },
]

/** Why the mutant is excluded; undefined if it is not. */
export function reasonOf(mutant: Mutant, list: readonly Equivalent[] = EQUIVALENT): string | undefined {
  return list.find((it) => isSame(it, mutant))?.reason
}

/** Entries of checked files without a matching mutant: the source has changed. */
export function findStale(
  mutants: readonly Mutant[],
  list: readonly Equivalent[] = EQUIVALENT,
): Equivalent[] {
  const files = new Set(mutants.map(({ file }) => file))
  return list.filter((it) => files.has(it.file) && !mutants.some((mutant) => isSame(it, mutant)))
}

function isSame(it: Equivalent, mutant: Mutant): boolean {
  return (
    it.file === mutant.file &&
    (it.code === undefined || it.code === mutant.code) &&
    it.original === mutant.original &&
    it.mutant === mutant.mutant
  )
}
