/**
 * Whether this browser's visitor was signed in on the last visit. Pages are rendered for signed-out visitors and load the
 * visitor later; until then, `.for-strangers` is hidden from members.
 */

/** Marks a document that is shown again, until its visitor is known. */
export function markMember(): void {
  try {
    const known = localStorage.getItem('member')
    if (known) document.documentElement.dataset.member = known
  } catch {
    // The page is shown as for signed-out visitors.
  }
}

/** The same before a document's first frame. It is the text of a script in JSX: no quotes, no `&`, `<` or `>`. */
export const MARK_MEMBER =
  'try{let f=localStorage.member;if(f)document.documentElement.dataset.member=f}catch{}'

/**
 * Stores for the next document whether the visitor is a member, and removes the mark of this one.
 * @param favourites the number of favourite leagues: a page reserves space for them
 */
export function keepMember(isMember: boolean, favourites = 0): void {
  try {
    if (isMember) localStorage.setItem('member', favourites > 0 ? 'favourites' : '1')
    else localStorage.removeItem('member')
  } catch {
    // Without storage, every page first shows the content for signed-out visitors.
  }
}

/** Shows the content for signed-out visitors to any visitor. */
export function unmarkMember(): void {
  delete document.documentElement.dataset.member
}
