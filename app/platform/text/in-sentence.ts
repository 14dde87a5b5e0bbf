/** Words that always keep their capital, in languages that write common nouns in lower case. */
const PROPER: ReadonlySet<string> = new Set([
  ...['American', 'Aussie', 'Australian', 'Canadian', 'Gaelic', 'Irish'],
  ...['Amerikan', 'Avustralya'],
])

/**
 * A common noun ('Ice Hockey', 'Calcio') for the inside of a sentence: in lower case, except in German, and except for
 * abbreviations ('MMA'), proper adjectives and names with a number ('Formula 1').
 * @param language a language's code
 */
export function inSentence(name: string, language: string): string {
  if (language === 'de' || /\p{Lu}\S* \p{N}+$/u.test(name)) return name
  return name
    .split(' ')
    .map((word) =>
      /^\p{Lu}[\p{Ll}-]+$/u.test(word) && !PROPER.has(word) ? word.toLocaleLowerCase(language) : word,
    )
    .join(' ')
}

/** A sentence with an initial capital. */
export function withCapital(text: string, language: string): string {
  return text.replace(/^\p{Ll}/u, (letter) => letter.toLocaleUpperCase(language))
}
