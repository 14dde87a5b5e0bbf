/** The lifetime of a bearer token. */
export const TOKEN_SECONDS = 900
/** How long a key signs. */
export const KEY_SECONDS = 30 * 24 * 3_600
/** How long its signatures can be checked afterwards: longer than the lifetime of a token. */
export const KEY_OVERLAP_SECONDS = 24 * 3_600
