export type SandboxSport =
  | 'Soccer'
  | 'Tennis'
  | 'Basketball'
  | 'Ice Hockey'
  | 'American Football'
  | 'Baseball'
  | 'Handball'
  | 'Volleyball'
  | 'Rugby Union'

/** A participant: The Odds API's spelling, and the promo feed's where it differs. */
export type SandboxTeam = string | { name: string; promo: string }

/** A real league with its real participants, approximately from strongest to weakest. */
export interface SandboxLeague {
  sport: SandboxSport
  /** The country's English name, or International. */
  country: string
  league: string
  oddsApiKey: string
  oddsApiTitle: string
  /** The IANA zone of its kick-off times. */
  zone: string
  teams: readonly SandboxTeam[]
}

/**
 * Participants from one text: `Arsenal, Tottenham Hotspur = Tottenham, …`, where the second spelling is the promo feed's.
 */
export function teams(list: string): SandboxTeam[] {
  return list.split(',').map((item) => {
    const [name = '', promo] = item.split('=').map((part) => part.trim())
    return promo === undefined ? name : { name, promo }
  })
}
