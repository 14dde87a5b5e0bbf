type Texts = Readonly<Record<string, string | null>>

/**
 * The texts of a language, field by field its own or inherited, without those that it inherits although they are the built-in
 * ones of the default language: it has built-in ones of its own.
 * @param own the texts that are stored for the language itself
 * @param builtIn the built-in texts of the default language: with the operator's changes, and as they were shipped
 */
export function withoutInheritedBuiltIn<T extends Texts>(
  texts: T,
  own: Texts,
  builtIn: readonly Texts[],
): Partial<T> {
  const isBuiltIn = (column: string, text: string | null) => builtIn.some((known) => known[column] === text)
  return Object.fromEntries(
    Object.entries(texts).filter(([column, text]) => own[column] || !isBuiltIn(column, text)),
  ) as Partial<T>
}
