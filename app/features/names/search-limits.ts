/** Apart from the other rules, so that the header's form brings nothing else along. */
export const MAX_LENGTH = 100
