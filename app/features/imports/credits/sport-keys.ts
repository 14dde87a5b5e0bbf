/** The keys of a list of sports or markets, without duplicates. */
export function readSports(text: string): string[] {
  return [
    ...new Set(
      text
        .split(',')
        .map((key) => key.trim())
        .filter((key) => key !== ''),
    ),
  ]
}
