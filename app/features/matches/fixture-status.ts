/** The names of the short statuses of a fixture; feeds write the long ones in English only. */
const NAMES = {
  NS: 'fixture.not-started',
  TBD: 'fixture.to-be-decided',
  '1H': 'fixture.first-half',
  HT: 'fixture.half-time',
  '2H': 'fixture.second-half',
  ET: 'fixture.extra-time',
  BT: 'fixture.break',
  P: 'fixture.penalties',
  LIVE: 'fixture.in-play',
  SUSP: 'fixture.suspended',
  INT: 'fixture.interrupted',
  FT: 'fixture.finished',
  AET: 'fixture.after-extra-time',
  PEN: 'fixture.after-penalties',
  PST: 'fixture.postponed',
  CANC: 'fixture.cancelled',
  ABD: 'fixture.abandoned',
  AWD: 'fixture.awarded',
  WO: 'fixture.walkover',
} as const

export const FIXTURE_CODES: readonly string[] = Object.keys(NAMES)

type FixtureStatusName = (typeof NAMES)[keyof typeof NAMES]

/** The key of a status's name in the language of a page; undefined for one that only its feed knows. */
export function fixtureStatusName(short: string | null): FixtureStatusName | undefined {
  return short !== null && Object.hasOwn(NAMES, short) ? NAMES[short as keyof typeof NAMES] : undefined
}
