import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' }
import { localeOf } from '#app/platform/locale.ts'
import { slug } from './slug.ts'

/**
 * The `code` of a country row determines its address, its flag and its upsert key:
 * - two upper-case letters of ISO 3166-1 (`IT`; `XK` for Kosovo),
 * - `GB-ENG`, `GB-SCT`, `GB-WLS`, `GB-NIR` for the football nations of the United Kingdom,
 * - `INT` for competitions without a country,
 * - for an unknown name, its first two letters, with a digit if that is a real country's code or taken (`CA1`).
 */
export const INTERNATIONAL = 'INT'

const INTERNATIONAL_NAMES = [
  'International',
  'International Clubs',
  'International Youth',
  'World',
  'Worldwide',
  'Europe',
  'Asia',
  'Africa',
  'Oceania',
  'America',
  'Americas',
  'North America',
  'Central America',
  'South America',
  'North and Central America',
  'Intercontinental',
  'UEFA',
  'FIFA',
  'CONMEBOL',
  'CONCACAF',
  'ATP',
  'WTA',
  'ITF',
  'Challenger',
]

/** Names that feeds use and the ISO list lacks. */
const ALIASES: Record<string, readonly string[]> = {
  'GB-ENG': ['England'],
  'GB-SCT': ['Scotland'],
  'GB-WLS': ['Wales'],
  'GB-NIR': ['Northern Ireland'],
  AE: ['UAE', 'Emirates'],
  BA: ['Bosnia', 'Bosnia-Herzegovina', 'Bosnia Herzegovina'],
  BN: ['Brunei'],
  BO: ['Bolivia'],
  CD: ['DR Congo', 'Congo DR', 'Democratic Republic of Congo', 'Congo Kinshasa', 'Zaire'],
  CG: ['Congo', 'Republic of Congo', 'Congo Brazzaville'],
  CI: ['Ivory Coast', "Cote d'Ivoire"],
  CV: ['Cape Verde', 'Cabo Verde'],
  CW: ['Curacao'],
  CZ: ['Czechia', 'Czech Republic', 'Czech'],
  DO: ['Dominican Rep'],
  FK: ['Falkland Islands'],
  FM: ['Micronesia'],
  FO: ['Faroe Islands', 'Faroes'],
  GB: ['Great Britain', 'United Kingdom', 'UK'],
  GM: ['Gambia', 'The Gambia'],
  HK: ['Hong Kong', 'Hong Kong China'],
  IE: ['Republic of Ireland', 'Ireland', 'Eire'],
  IR: ['Iran', 'IR Iran'],
  KG: ['Kyrgyzstan'],
  KP: ['North Korea', 'Korea DPR', 'DPR Korea'],
  KR: ['South Korea', 'Korea', 'Korea Republic'],
  LA: ['Laos'],
  LV: ['Latvija'],
  MD: ['Moldova'],
  MK: ['Macedonia', 'FYR Macedonia', 'North Macedonia'],
  MM: ['Myanmar', 'Burma'],
  MO: ['Macao', 'Macau'],
  NL: ['Holland', 'Netherlands', 'The Netherlands'],
  PS: ['Palestine'],
  RU: ['Russia'],
  ST: ['Sao Tome and Principe'],
  SY: ['Syria'],
  SZ: ['Swaziland', 'Eswatini'],
  TL: ['East Timor', 'Timor-Leste'],
  TR: ['Turkiye', 'Turkey'],
  TT: ['Trinidad and Tobago', 'Trinidad'],
  TW: ['Taiwan', 'Chinese Taipei'],
  TZ: ['Tanzania'],
  US: ['USA', 'United States', 'United States of America', 'U.S.A.'],
  VA: ['Vatican', 'Vatican City'],
  VE: ['Venezuela'],
  VN: ['Vietnam', 'Viet Nam'],
  XK: ['Kosovo'],
}

export const ISO_CODES: ReadonlySet<string> = new Set(Object.keys(english.countries))

const CODES_BY_NAME = indexNames()

function indexNames(): Map<string, string> {
  const codes = new Map<string, string>()
  const add = (code: string, names: readonly string[]) => {
    for (const name of names) codes.set(nameKey(name), code)
  }
  for (const [code, names] of Object.entries(english.countries)) add(code, [names].flat())
  for (const [code, names] of Object.entries(ALIASES)) add(code, names)
  add(INTERNATIONAL, INTERNATIONAL_NAMES)
  return codes
}

/** 'Bosnia & Herzegovina', 'bosnia and herzegovina' and 'The Bosnia-Herzegovina' differ only in spelling. */
function nameKey(name: string): string {
  return slug(name)
    .replace(/^the-/, '')
    .replace(/(^|-)and(?=-)/g, '')
}

/** The code of a country by its English name or a feed's usual name for it, else null. */
export function knownCountryCode(name: string): string | null {
  return CODES_BY_NAME.get(nameKey(name)) ?? null
}

const USUAL_NAMES = new Intl.DisplayNames(['en'], { type: 'region' })

/** The usual English name of a country of ISO 3166-1: 'Iran', where the ISO list has 'Islamic Republic of Iran'. */
export function englishCountryName(code: string): string {
  const usual = USUAL_NAMES.of(code) ?? code
  // 'Hong Kong SAR China' and 'Congo - Kinshasa' are no names that feeds use.
  if (knownCountryCode(usual) === code && !usual.includes(' - ')) return usual
  return ALIASES[code]?.[0] ?? [english.countries[code as keyof typeof english.countries]].flat()[0] ?? code
}

/** The names of all countries in a language, by their codes; none in English, where names stay as they are stored. */
export function countryNamesIn(language: string): Record<string, string> {
  if (language === 'en') return {}
  const regions = new Intl.DisplayNames([localeOf(language)], { type: 'region', fallback: 'none' })
  return Object.fromEntries(
    [...ISO_CODES].flatMap((code) => {
      const name = regions.of(code)
      return name ? [[code, name] as const] : []
    }),
  )
}

/**
 * The code for a country row. Known names have a fixed code; an unknown name gets its first two letters in upper case,
 * with the first free digits if that is a real country's code or in `taken` (the codes of its sport).
 */
export function countryCode(name: string, taken: ReadonlySet<string>): string {
  const known = knownCountryCode(name)
  if (known) return known
  const letters = slug(name).replace(/[^a-z]/g, '')
  const base = (letters.length >= 2 ? letters.slice(0, 2) : `${letters}xx`.slice(0, 2)).toUpperCase()
  if (!taken.has(base) && !ISO_CODES.has(base)) return base
  let digit = 1
  while (taken.has(base + digit)) digit++
  return base + digit
}
