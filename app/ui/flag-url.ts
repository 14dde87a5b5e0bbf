/** The folder contains the version of the flag package, so its files can be cached without a limit. */
export const FLAGS_PATH = '/assets/flags-7.5.0'

/**
 * The codes for which the package has a flag, so no missing image is requested: each first letter with all second
 * letters.
 */
const FLAGS =
  'adefgilmoqrstuwxz babdefghijlmnoqrstvwyz cacdfghiklmnopruvwxyz degjkmoz eceghrstu fijkmor ' +
  'gabdefghilmnpqrstuwy hkmnrtu icdelmnoqrst jemop keghimnprwyz labcikrstuvy ' +
  'macdefghklmnopqrstuvwxyz nacefgilopruz om pacefghklmnrstwy qa reosuw ' +
  'sabcdeghijklmnorstvxyz tcdfghjklmnortvwz uagmnsyz vaceginu wfs xkx yet zamw'
const ROWS = FLAGS.split(' ')

/** The file name of a country's flag by its code ('IT', 'GB-ENG'); null for INT and for codes without a flag. */
export function flagName(code: string): string | null {
  const name = code.toLowerCase()
  if (/^gb-(eng|nir|sct|wls)$/.test(name)) return name
  const [first = '', second = ''] = name
  return name.length === 2 && ROWS.some((row) => row[0] === first && row.includes(second, 1)) ? name : null
}

/** The URL of a 4:3 flag. */
export function flagUrl(name: string): string {
  return `${FLAGS_PATH}/${name}.webp`
}

/** The emoji of a two-letter flag code, made of regional indicators; a globe for null. */
export function flagEmoji(code: string | null): string {
  if (!code || !/^[a-z]{2}$/i.test(code)) return '🌐'
  return String.fromCodePoint(...[...code.toUpperCase()].map((letter) => 0x1f1a5 + letter.charCodeAt(0)))
}
