/** The most characters of head scripts. */
export const MAX_HEAD_SCRIPTS = 20_000
