/**
 * Whether this browser's visitor was signed in when last seen. Pages come as for strangers and learn later who he is; until
 * then what is `.for-strangers` stays hidden from him.
 */

/** Marks a document that is shown again, until it is known who looks at it. */
export function markMember(): void {
  try {
    const known = localStorage.getItem('member')
    if (known) document.documentElement.dataset.member = known
  } catch {
    // As for strangers.
  }
}

/** The same before a document's first frame. Text of a script in JSX: no quotes, no `&`, `<` or `>`. */
export const MARK_MEMBER =
  'try{if(localStorage.member)document.documentElement.dataset.member=localStorage.member}catch{}'

/**
 * What is known now, for the next document.
 * @param favourites how many leagues he has marked: a page keeps room for them
 */
export function keepMember(isMember: boolean, favourites = 0): void {
  try {
    if (isMember) localStorage.setItem('member', favourites > 0 ? 'favourites' : '1')
    else localStorage.removeItem('member')
  } catch {
    // A browser that stores nothing shows every page as for strangers first.
  }
}

/** Shows what is for strangers, whoever this is. */
export function unmarkMember(): void {
  delete document.documentElement.dataset.member
}
