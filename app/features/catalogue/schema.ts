/** A sport for a visitor's menu and breadcrumb. `name` is the display name if an operator has set one. */
export interface SportSummary {
  id: string
  name: string
  slug: string
  iconName: string | null
  iconUrl: string | null
  iconSvg: string | null
}

export interface CountrySummary {
  id: string
  name: string
  slug: string
  /** Upper-case ISO 3166-1 alpha-2, a subdivision such as GB-ENG, or INT for international competitions. */
  code: string
}

export interface LeagueSummary {
  id: string
  name: string
  slug: string
  logoUrl: string | null
}

export interface CountryMenuItem extends CountrySummary {
  /** Its place in the menu, which several may have. */
  position: number
  /** Matches that are upcoming, or have begun and are not over. */
  matchCount: number
}

/** A sport in the sidebar's menu. */
export interface SportMenuItem extends SportSummary {
  matchCount: number
  countries: CountryMenuItem[]
}
