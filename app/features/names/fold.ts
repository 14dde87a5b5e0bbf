/** Marks that are removed, and characters that do not separate words. */
const DROPPED =
  /[\u0300-\u036f\u0640\u064b-\u065f\u0670.'`’‘ʼ\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]+/g
const SEPARATORS = /[\p{Cc} -/:-@[-`{-\u00bf\u2010-\u2029\u202f-\u205f\u3000-\u3002،؛؟]+/gu

const LISTED = [
  ...'ØøŁłĐđÐðĦħıŊŋŦŧƏəÆŒÞẞАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄЅІЈЉЊЋЏҐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣςΤΥΦΧΨΩةى',
]
const FOLDED = [
  ...'oollddddhhinnttəəæœþßабвгдежзиклмнопрстуфхцчшщъыьэюяђєѕіјљњћџґαβγδεζηθικλμνξοπρσστυφχψωهي',
]
const LONGER: Record<string, string> = { ə: 'a', æ: 'ae', œ: 'oe', þ: 'th', ß: 'ss' }

const letters = new Map<string, string>()
for (const [at, letter] of LISTED.entries()) letters.set(letter, FOLDED[at] ?? letter)
const LETTER = new RegExp(`[A-Z${LISTED.join('')}${Object.keys(LONGER).join('')}]`, 'g')

/**
 * A name or a query without case, accents and punctuation, with single spaces between words. Does the same as
 * `search_fold` in the database, so both sides of a comparison are folded alike.
 */
export function fold(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFKD')
    .replace(DROPPED, '')
    .replace(LETTER, (letter) => {
      const lower = letters.get(letter) ?? (letter <= 'Z' ? letter.toLowerCase() : letter)
      return LONGER[lower] ?? lower
    })
    .replace(SEPARATORS, ' ')
    .trim()
}
