/** Words that keep their capital wherever they stand, in the languages that write common nouns small. */
const PROPER: ReadonlySet<string> = new Set([
  ...['American', 'Aussie', 'Australian', 'Canadian', 'Gaelic', 'Irish'],
  ...['Amerikan', 'Avustralya'],
])

/**
 * A name of a common thing ('Ice Hockey', 'Calcio') as it stands inside a sentence: in small letters, except in German,
 * and except for abbreviations ('MMA'), proper adjectives and names with a number ('Formula 1').
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

/** A sentence with a capital at its start. */
export function withCapital(text: string, language: string): string {
  return text.replace(/^\p{Ll}/u, (letter) => letter.toLocaleUpperCase(language))
}
