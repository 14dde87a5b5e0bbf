/** Random draws from a seed. */
export interface Draws {
  /** From 0 up to 1. */
  share(): number
  /** From 0 up to `count`, exclusive. */
  below(count: number): number
  chance(probability: number): boolean
  pick<T>(values: readonly T[]): T
  many<T>(most: number, draw: () => T): T[]
}

/** Mulberry32. */
export function drawsOf(seed: number): Draws {
  let state = seed >>> 0
  const share = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let hash = Math.imul(state ^ (state >>> 15), state | 1)
    hash ^= hash + Math.imul(hash ^ (hash >>> 7), hash | 61)
    return ((hash ^ (hash >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (count: number) => Math.floor(share() * count)
  return {
    share,
    below,
    chance: (probability) => share() < probability,
    pick: (values) => {
      if (values.length === 0) throw new RangeError('nothing to pick from')
      return values[below(values.length)] as (typeof values)[number]
    },
    many: (most, draw) => Array.from({ length: below(most + 1) }, draw),
  }
}
