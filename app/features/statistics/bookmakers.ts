/** Fewer compared markets give no rank. */
export const LEAST_COMPARED = 20

/** Whether a promotion is a bookmaker's: its title contains the bookmaker's name as whole words. */
export function namesBookmaker(title: string, bookmaker: string): boolean {
  const words = (text: string) =>
    ` ${text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()} `
  return words(title).includes(words(bookmaker))
}
