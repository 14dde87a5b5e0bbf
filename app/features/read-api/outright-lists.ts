/** Open outrights have not begun; the others are closed. */
export const OUTRIGHT_LISTS = ['open', 'closed'] as const
export type OutrightList = (typeof OUTRIGHT_LISTS)[number]
