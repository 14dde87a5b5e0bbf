type Texts = Readonly<Record<string, string | null>>

/**
 * The texts of a language, field by field its own or inherited, without those that it inherits although they are the built-in
 * ones of the default language: it has built-in ones of its own.
 * @param own the texts that are stored for the language itself
 * @param builtIn the built-in texts of the default language
 */
export function withoutInheritedBuiltIn<T extends Texts>(texts: T, own: Texts, builtIn: Texts): Partial<T> {
  return Object.fromEntries(
    Object.entries(texts).filter(([column, text]) => own[column] || text !== builtIn[column]),
  ) as Partial<T>
}
