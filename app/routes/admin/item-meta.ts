import type { MetaDescriptor } from 'react-router'

/**
 * The tags of a screen of one item: those of its frame, with the item's name first in the title.
 * @param name undefined: the item does not exist
 */
export function itemMeta(
  name: string | undefined,
  matches: readonly ({ meta: MetaDescriptor[] } | undefined)[],
): MetaDescriptor[] {
  const frame = matches.findLast((match) => match && match.meta.length > 0)?.meta ?? []
  return frame.map((tag) => (name && 'title' in tag ? { title: `${name} – ${tag.title}` } : tag))
}
