/** A language of the site. */
export interface Language {
  id: string
  /** Two lower-case letters, the first segment of every address. */
  code: string
  name: string
  nativeName: string
  /** Two letters of the flag emoji; null shows a globe. */
  flagCode: string | null
  isDefault: boolean
  rtl: boolean
}
