/** Links with placeholders, such as `https://partner.example/?sub={click_id}&lang={lang}`. Runs anywhere. */

/** The placeholders that a link can have. `match` is the match's id, `outcome` is home, draw or away. */
export const PLACEHOLDERS = ['click_id', 'lang', 'page', 'match', 'outcome'] as const
type Placeholder = (typeof PLACEHOLDERS)[number]

export type ClickValues = Partial<Record<Placeholder, string | null | undefined>>

const PLACEHOLDER = /\{([^{}]*)\}/g

/** Whether each placeholder of a link is known, and none is in the host, which would be invalid without a value. */
export function isFillable(link: string): boolean {
  const known: readonly string[] = PLACEHOLDERS
  const names = [...link.matchAll(PLACEHOLDER)].map(([, name = '']) => name)
  return names.every((name) => known.includes(name)) && !/^https?:\/\/[^/?#]*[{}]/i.test(link)
}

export function hasPlaceholders(link: string): boolean {
  return link.search(PLACEHOLDER) !== -1
}

/** The link with the values of the click. A placeholder without a value is removed: none ever leaves the site. */
export function fillLink(link: string, values: ClickValues): string {
  const filled = link.replace(PLACEHOLDER, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name as Placeholder] : undefined
    return value ? encodeURIComponent(value) : ''
  })
  // Nested placeholders may leave braces.
  return filled.replaceAll('{', '%7B').replaceAll('}', '%7D')
}
