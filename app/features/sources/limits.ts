/** The most characters of a source's setting that the back office stores. */
export const LONGEST_SETTING = 2_000
