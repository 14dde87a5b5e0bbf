/** In a file of its own, so the header's form loads nothing else. */
export const MAX_LENGTH = 100
