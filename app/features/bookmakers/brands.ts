export const BOOKMAKER_KINDS = ['bookmaker', 'exchange'] as const
export type BookmakerKind = (typeof BOOKMAKER_KINDS)[number]

/** The name and the data that are derived from a bookmaker's key in The Odds API, besides its title. */
export interface NamedBookmaker {
  /** With its region, if the key has one. */
  name: string
  /** The name that its regions and products share. */
  brand: string
  kind: BookmakerKind
  /** Of the key, in capitals; null if it has none. */
  region: string | null
  /** Percent of the winnings, for a member without a discount; 0 if it charges none. */
  commission: number
  /** Whether its prices are compared at once. Prices without a stated bookmaker wait until an operator names it. */
  isActive: boolean
}

/** Prices whose source does not state the bookmaker, by the keys under which they are stored. */
const NOBODYS: ReadonlySet<string> = new Set(['api_football_live'])

const KEY =
  /^(.+?)(_ex|_sb)?(?:_(at|au|be|bg|br|ca|ch|cz|de|dk|es|eu|fi|fr|gr|ie|it|mx|nl|no|nz|pl|pt|ro|se|uk|us2?|za))?$/

const PRODUCTS: Record<string, string> = { _ex: 'Exchange', _sb: 'Sportsbook' }

/** The known exchanges, by their keys without region. Operators can correct each commission. */
const COMMISSIONS: ReadonlyMap<string, number> = new Map([
  ['betfair_ex', 5],
  ['matchbook', 2],
  ['smarkets', 2],
])

/** Names a bookmaker so that its regions are distinct: four rows called Betfair are one brand in four regions. */
export function nameBookmaker(key: string, title: string): NamedBookmaker {
  const [, brand = key, product = '', region] = KEY.exec(key) ?? []
  const word = PRODUCTS[product]
  const withProduct =
    word && !title.toLowerCase().includes(word.toLowerCase()) ? insertBeforeRegion(title, word) : title
  const isRegional = region !== undefined && !/\([^)]*\)$/.test(withProduct)
  return {
    name: isRegional ? `${withProduct} (${region.toUpperCase()})` : withProduct,
    brand,
    kind: COMMISSIONS.has(brand + product) ? 'exchange' : 'bookmaker',
    region: region?.toUpperCase() ?? null,
    commission: COMMISSIONS.get(brand + product) ?? 0,
    isActive: !NOBODYS.has(key),
  }
}

function insertBeforeRegion(title: string, word: string): string {
  const [, name = title, region = ''] = /^(.*?)(\s*\([^)]*\))?$/.exec(title) ?? []
  return `${name} ${word}${region}`
}
