/** A label before what it names. French has a space before the colon, on the same line. */
export function withColon(label: string, language: string): string {
  return language === 'fr' ? `${label}\u00a0:` : `${label}:`
}
