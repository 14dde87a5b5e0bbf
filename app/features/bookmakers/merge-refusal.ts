/**
 * `gone`: one of them no longer exists. `merged`: the bookmaker that would stay is itself merged, or the other has merged ones.
 * `apart`: groups of countries permit one of them only, so that the merge would show what they bar.
 */
export type MergeRefusal = { kind: 'gone' | 'merged' } | { kind: 'apart'; groups: string[] }

/** The refusal as the problem of a field, with the names of the groups. */
export function refusalText(refusal: MergeRefusal): string {
  const key = `bookmakers.not-merged.${refusal.kind}`
  return refusal.kind === 'apart' ? `${key} ${refusal.groups.join(', ')}` : key
}
