/**
 * Whether this browser's visitor was signed in on the last visit. Pages are rendered for strangers and learn the
 * visitor later; until then, `.for-strangers` is hidden from members.
 */

/** Marks a document that is shown again, until its visitor is known. */
export function markMember(): void {
  try {
    if (localStorage.getItem('member')) document.documentElement.dataset.member = ''
  } catch {
    // The page is shown as for strangers.
  }
}

/** The same before a document's first frame. It is the text of a script in JSX: no quotes, no `&`, `<` or `>`. */
export const MARK_MEMBER =
  'try{if(localStorage.member)document.documentElement.dataset.member=String()}catch{}'

/** Stores whether the visitor is a member for the next document, and removes the mark of this one. */
export function keepMember(isMember: boolean): void {
  try {
    if (isMember) localStorage.setItem('member', '1')
    else localStorage.removeItem('member')
  } catch {
    // A browser without storage shows every page as for strangers first.
  }
}

/** Shows the content for strangers, whoever the visitor is. */
export function unmarkMember(): void {
  delete document.documentElement.dataset.member
}
