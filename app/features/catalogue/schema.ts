/** A sport as a visitor's menu and breadcrumb need it. `name` is the display name if an operator gave one. */
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
  /** Matches to come, or begun and not over. */
  matchCount: number
}

/** A sport as the menu of the sidebar lists it. */
export interface SportMenuItem extends SportSummary {
  matchCount: number
  countries: CountryMenuItem[]
}

/** The same while its countries have yet to be fetched. */
export type SportMenuEntry = Omit<SportMenuItem, 'countries'> & { countries: CountryMenuItem[] | null }
