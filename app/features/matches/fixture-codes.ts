const LIVE = 'LIVE 1H HT 2H ET BT P'

/**
 * What a code of API-Football says of a match. `off`: put off or interrupted, it may go on. `void`: called off, broken
 * off for good, or a walkover: the match is cancelled (db/migrations/0187). `awarded`: decided, but not on the pitch. NS, to be
 * played, is none of them.
 */
const CODES = {
  live: LIVE,
  played: 'FT AET PEN',
  awarded: 'AWD',
  off: 'TBD PST SUSP INT',
  void: 'CANC ABD WO',
}

type Phase = keyof typeof CODES

export function codesOf(...phases: Phase[]): string[] {
  return phases.flatMap((phase) => CODES[phase].split(' '))
}

/** The same as `isPhase` for `live`, for scripts of pages: it comes without the other codes. */
export function isLiveCode(code: string): boolean {
  return LIVE.split(' ').includes(code)
}

/** @param code of a fixture; null if there is none */
export function isPhase(code: string | null | undefined, ...phases: Phase[]): boolean {
  return codesOf(...phases).includes(code ?? '')
}

/** The code of a match's fixture; null if the fixture calls off a match that takes place by an operator's word or its result. */
export function codeOf({ status, status_short: code }: { status: string; status_short: string | null }) {
  return status !== 'cancelled' && isPhase(code, 'void') ? null : code
}
