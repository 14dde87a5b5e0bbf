/** Cached entries by the tags of what they read. */
export interface TagIndex<Entry> {
  add(entry: Entry, tags: Iterable<string>): void
  remove(entry: Entry, tags: Iterable<string>): void
  /** The entries that read a tag. */
  of(tag: string): Iterable<Entry>
  /** The number of tags with entries. */
  readonly size: number
}

export function createTagIndex<Entry>(): TagIndex<Entry> {
  const byTag = new Map<string, Set<Entry>>()
  return {
    add(entry, tags) {
      for (const tag of tags) {
        const entries = byTag.get(tag)
        if (entries) entries.add(entry)
        else byTag.set(tag, new Set([entry]))
      }
    },
    remove(entry, tags) {
      for (const tag of tags) {
        const entries = byTag.get(tag)
        entries?.delete(entry)
        if (entries?.size === 0) byTag.delete(tag)
      }
    },
    of: (tag) => byTag.get(tag) ?? [],
    get size() {
      return byTag.size
    },
  }
}
