/**
 * The visitor's choice of light or dark. It is kept in the browser, so that a page is the same for everybody. The site's
 * style sheet has the rules of both schemes where the operator allows a choice (`themeCss`).
 */

export const SCHEME_CHOICES = ['system', 'dark', 'light'] as const
export type SchemeChoice = (typeof SCHEME_CHOICES)[number]

const DARK = '(prefers-color-scheme:dark)'

/** Marks a document before its first frame. It is the text of a script in JSX: no quotes, no `&`, `<` or `>`. */
export const MARK_SCHEME =
  'try{let f=localStorage.scheme;if(f)document.documentElement.dataset.scheme=' +
  `f==\`system\`?matchMedia(\`${DARK}\`).matches?\`dark\`:\`light\`:f}catch{}`

/** The stored choice; null while the visitor has the operator's colours. */
export function readScheme(): SchemeChoice | null {
  try {
    const stored = localStorage.getItem('scheme')
    return SCHEME_CHOICES.find((it) => it === stored) ?? null
  } catch {
    return null
  }
}

/** Stores a choice and shows it. A browser without storage shows it on this page only. */
export function chooseScheme(choice: SchemeChoice): void {
  try {
    localStorage.setItem('scheme', choice)
  } catch {
    // The choice holds until the page is left.
  }
  showScheme(choice)
}

export function showScheme(choice: SchemeChoice): void {
  document.documentElement.dataset.scheme =
    choice === 'system' ? (window.matchMedia(DARK).matches ? 'dark' : 'light') : choice
}

/** Calls back when the system changes between light and dark. */
export function onSystemScheme(changed: () => void): void {
  window.matchMedia(DARK).addEventListener('change', changed)
}
