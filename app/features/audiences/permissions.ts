import type { ServedAudience } from '#app/platform/http/audience.server.ts'
import { mentionsName } from '#app/platform/text/mentions.ts'

/** Which bookmakers may be shown, by their keys: all but these, or only these. */
export interface BookmakerRule {
  isExcept: boolean
  /** Sorted, each once. */
  keys: readonly string[]
}

/** What the visitors of a group of countries may see. */
export interface Permissions {
  bookmakers: BookmakerRule
  /** Promotions and the spin wheel. */
  promotions: boolean
  /** Links to bookmakers. */
  links: boolean
  /** Alerts by mail and push. */
  alerts: boolean
  /** Null: the visitor's age is not asked. */
  minimumAge: number | null
  adultMark: boolean
}

/** A group of countries as the operator has set it up. */
export interface Group extends Permissions {
  id: string
  /** ISO 3166-1 alpha-2. */
  countries: readonly string[]
  /** Whether it is for all known countries that are in no other group. */
  isRest: boolean
}

/** The columns of a group, as they are stored. */
export interface GroupColumns {
  id: string
  countries: string
  is_rest: boolean
  bookmaker_rule: string
  bookmakers: string
  promotions_on: boolean
  links_on: boolean
  alerts_on: boolean
  minimum_age: number | null
  adult_mark: boolean
}

export function toRule(row: Pick<GroupColumns, 'bookmaker_rule' | 'bookmakers'>): BookmakerRule {
  return bookmakerRule(row.bookmaker_rule === 'except', row.bookmakers.split('\n').filter(Boolean))
}

export function toGroup(row: GroupColumns): Group {
  return {
    id: row.id,
    countries: row.countries.split(' ').filter(Boolean),
    isRest: row.is_rest,
    bookmakers: toRule(row),
    promotions: row.promotions_on,
    links: row.links_on,
    alerts: row.alerts_on,
    minimumAge: row.minimum_age,
    adultMark: row.adult_mark,
  }
}

/** Whom a response is for, and what they may see. */
export interface Audience extends ServedAudience, Permissions {
  /** The group with its texts; null for everybody, and for visitors that no group is for. */
  group: string | null
  /** Whether the visitor's country is not known. */
  isUnknownCountry: boolean
  /** The number of the set of bookmakers that best prices are computed over; -1 if there is none yet, and then none are shown. */
  priceSet: number
  /** Names of the bookmakers that must not be mentioned, as `mentionsName` compares them. */
  barredNames: readonly string[]
}

const NO_LIMITS: Permissions = {
  bookmakers: { isExcept: true, keys: [] },
  promotions: true,
  links: true,
  alerts: true,
  minimumAge: null,
  adultMark: false,
}

/** The only audience of a site without groups, and that of the back office. */
export const EVERYBODY: Audience = {
  ...NO_LIMITS,
  key: '',
  group: null,
  isUnknownCountry: false,
  priceSet: 0,
  barredNames: [],
}

export function bookmakerRule(isExcept: boolean, keys: Iterable<string>): BookmakerRule {
  return { isExcept, keys: [...new Set(keys)].sort() }
}

export function permitsBookmaker({ isExcept, keys }: BookmakerRule, key: string): boolean {
  return keys.includes(key) !== isExcept
}

/** Whether every bookmaker may be shown, also one that does not exist yet. */
export function permitsEveryBookmaker({ isExcept, keys }: BookmakerRule): boolean {
  return isExcept && keys.length === 0
}

export function permitsNoBookmaker({ isExcept, keys }: BookmakerRule): boolean {
  return !isExcept && keys.length === 0
}

/** The bookmakers that both rules permit. */
export function bothPermit(a: BookmakerRule, b: BookmakerRule): BookmakerRule {
  if (a.isExcept && b.isExcept) return bookmakerRule(true, [...a.keys, ...b.keys])
  const [only, other] = a.isExcept ? [b, a] : [a, b]
  return bookmakerRule(
    false,
    only.keys.filter((key) => permitsBookmaker(other, key)),
  )
}

/** What every group allows: for visitors whose country is not known. Without a group there are no limits. */
export function strictest(groups: readonly Permissions[]): Permissions {
  return groups.reduce(
    (all, group) => ({
      bookmakers: bothPermit(all.bookmakers, group.bookmakers),
      promotions: all.promotions && group.promotions,
      links: all.links && group.links,
      alerts: all.alerts && group.alerts,
      minimumAge: Math.max(all.minimumAge ?? 0, group.minimumAge ?? 0) || null,
      adultMark: all.adultMark || group.adultMark,
    }),
    NO_LIMITS,
  )
}

/**
 * Whether a link may be shown. Of a link without a bookmaker nobody knows whose it is, so it is shown only where every
 * bookmaker may be shown; a path of this site always may. Nothing leads out where links are not permitted.
 * @param bookmaker the key of the bookmaker that the link is for
 */
export function permitsLink(
  { bookmakers, links }: Permissions,
  link: string,
  bookmaker: string | null,
): boolean {
  const leadsOut = !/^[/#](?![/\\])/.test(link)
  if (leadsOut && !links) return false
  if (bookmaker !== null) return permitsBookmaker(bookmakers, bookmaker)
  return !leadsOut || permitsEveryBookmaker(bookmakers)
}

/** Whether a text of the operator names a bookmaker that must not be mentioned. */
export function mentionsBarred({ barredNames }: Audience, ...texts: (string | null | undefined)[]): boolean {
  return mentionsName(barredNames, ...texts)
}
