/**
 * Whether this browser's visitor was signed in when last seen. Pages come as for strangers and learn later who he is; until
 * then what is `.for-strangers` stays hidden from him.
 */

/** Marks a document that is shown again, until it is known who looks at it. */
export function markMember(): void {
  try {
    if (localStorage.getItem('member')) document.documentElement.dataset.member = ''
  } catch {
    // As for strangers.
  }
}

/** The same before a document's first frame. Text of a script in JSX: no quotes, no `&`, `<` or `>`. */
export const MARK_MEMBER =
  'try{if(localStorage.member)document.documentElement.dataset.member=String()}catch{}'

/** What is known now: kept for the next document, and no mark on this one any more. */
export function keepMember(isMember: boolean): void {
  try {
    if (isMember) localStorage.setItem('member', '1')
    else localStorage.removeItem('member')
  } catch {
    // A browser that stores nothing shows every page as for strangers first.
  }
}

/** Shows what is for strangers, whoever this is. */
export function unmarkMember(): void {
  delete document.documentElement.dataset.member
}
