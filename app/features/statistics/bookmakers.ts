/** Fewer compared markets give no rank. */
export const LEAST_COMPARED = 20

/**
 * Whether a promotion is a bookmaker's: the operator has chosen it. Where none is chosen, its title contains the bookmaker's name as whole
 * words.
 */
export function isOfferOf(
  { title, bookmakerId }: { title: string; bookmakerId: string | null },
  { id, name }: { id: string; name: string },
): boolean {
  return bookmakerId === null ? containsWords(title, name) : bookmakerId === id
}

function containsWords(title: string, name: string): boolean {
  const words = (text: string) =>
    ` ${text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()} `
  return words(title).includes(words(name))
}
