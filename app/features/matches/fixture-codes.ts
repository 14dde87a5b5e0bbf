const LIVE = 'LIVE 1H HT 2H ET BT P'

/**
 * What a code of API-Football says of a match. `off`: put off or interrupted, it may go on. `void`: called off or broken
 * off for good. `awarded`: decided, but not on the pitch. NS, to be played, is none of them.
 */
const CODES = {
  live: LIVE,
  played: 'FT AET PEN',
  awarded: 'AWD WO',
  off: 'TBD PST SUSP INT',
  void: 'CANC ABD',
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
