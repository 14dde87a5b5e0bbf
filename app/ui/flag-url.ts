/** The folder carries the version of the flag package, so its files may be cached for ever. */
export const FLAGS_PATH = '/assets/flags-7.5.0'

/** The file of a country's flag by its code ('IT', 'GB-ENG'); null for INT and for codes made for unknown names. */
export function flagName(code: string): string | null {
  return /^([A-Z]{2}|GB-[A-Z]{3})$/.test(code) ? code.toLowerCase() : null
}

/** Address of a 4:3 flag. */
export function flagUrl(name: string): string {
  return `${FLAGS_PATH}/${name}.svg`
}

/** The emoji of a two-letter flag code, made of regional indicators; a globe when there is none. */
export function flagEmoji(code: string | null): string {
  if (!code || !/^[a-z]{2}$/i.test(code)) return '🌐'
  return String.fromCodePoint(...[...code.toUpperCase()].map((letter) => 0x1f1a5 + letter.charCodeAt(0)))
}
