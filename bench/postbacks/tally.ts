import type { Drawn, Sent } from './draw.ts'

export interface Tally {
  /** Transactions by kind. */
  counts: ReadonlyMap<string, number>
  /** Amounts by currency, with two decimals. */
  sums: ReadonlyMap<string, string>
}

/** What the drawn transactions come to, each counted once, in whole hundredths. */
export function tallyOf(sent: readonly Sent[]): Tally {
  const drawn = new Set<Drawn>(sent.flatMap((it) => it.drawn ?? []))
  const [counts, cents] = [new Map<string, number>(), new Map<string, number>()]
  for (const { kind, cents: amount, currency } of drawn) {
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
    if (currency !== null) cents.set(currency, (cents.get(currency) ?? 0) + (amount ?? 0))
  }
  const sums = [...cents].map(([currency, sum]) => [currency, (sum / 100).toFixed(2)] as const)
  return { counts, sums: new Map(sums) }
}

/** What of a tally is not as expected. Kinds that it does not count are not compared. */
export function differences(name: string, expected: Tally, found: Tally): string[] {
  const counts = [...found.counts].filter(([kind, count]) => expected.counts.get(kind) !== count)
  const currencies = new Set([...expected.sums.keys(), ...found.sums.keys()])
  const sums = [...currencies].filter((one) => expected.sums.get(one) !== found.sums.get(one))
  return [
    ...counts.map(([kind, count]) => `${name}: ${count} of ${kind}, not ${expected.counts.get(kind)}`),
    ...sums.map((one) => `${name}: ${found.sums.get(one)} ${one}, not ${expected.sums.get(one)}`),
  ]
}
