/** How long a bearer token is good for. */
export const TOKEN_SECONDS = 900
/** A key signs this long. */
export const KEY_SECONDS = 30 * 24 * 3_600
/** So long after that, what it has signed can be checked: longer than a token lives. */
export const KEY_OVERLAP_SECONDS = 24 * 3_600
