import type { Labels } from './i18n.ts'

/** The languages in which operators work at the same time, and a few former texts. */
const MAX_KEPT = 16
const unpacked = new Map<string, Labels>()

/**
 * Labels as one text among the data of a document: the framework writes and reads each value of an object by itself,
 * which takes five times as long for the thousands of labels of the back office.
 */
export function packLabels(labels: Labels): string {
  return JSON.stringify(labels)
}

/** The labels of a text; for equal texts the same object, as long as it is among the last ones that were used. */
export function unpackLabels(packed: string): Labels {
  const labels = unpacked.get(packed) ?? (JSON.parse(packed) as Labels)
  // The last one is the one that was used last.
  unpacked.delete(packed)
  unpacked.set(packed, labels)
  const [oldest] = unpacked.keys()
  if (oldest !== undefined && unpacked.size > MAX_KEPT) unpacked.delete(oldest)
  return labels
}
