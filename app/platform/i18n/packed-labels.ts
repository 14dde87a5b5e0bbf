import type { Labels } from './i18n.ts'

/** More than the languages of a site. */
const MAX_KEPT = 32
const unpacked = new Map<string, Labels>()

/**
 * Labels as one text among the data of a document: the framework writes and reads each value of an object by itself,
 * which takes five times as long for the thousands of labels of the back office.
 */
export function packLabels(labels: Labels): string {
  return JSON.stringify(labels)
}

/** The labels of a text; for equal texts the same object. */
export function unpackLabels(packed: string): Labels {
  const known = unpacked.get(packed)
  if (known) return known
  const [oldest] = unpacked.keys()
  if (oldest !== undefined && unpacked.size >= MAX_KEPT) unpacked.delete(oldest)
  const labels = JSON.parse(packed) as Labels
  unpacked.set(packed, labels)
  return labels
}
