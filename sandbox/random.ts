/** Pseudo-random numbers that are pure functions of their arguments: the sandbox keeps no state. */

/** A 32-bit hash of a text: FNV-1a with a final mix, so that similar texts differ in every bit. */
export function hash32(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) {
    hash ^= text.charCodeAt(i)
    hash = Math.imul(hash, 0x01000193)
  }
  return mix(hash)
}

/** A 32-bit hash of two numbers. */
export function combine(a: number, b: number): number {
  return mix(Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b | 0, 0xc2b2ae35))
}

function mix(value: number): number {
  let hash = value
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** From 0 up to 1. */
export function unit(hash: number): number {
  return hash / 4_294_967_296
}

/** Approximately normal with mean 0 and standard deviation 1, within ±3: the sum of three uniform numbers. */
export function bell(hash: number): number {
  const sum = unit(hash) + unit(combine(hash, 1)) + unit(combine(hash, 2))
  return (sum - 1.5) * 2
}

/** A count with the given mean (Poisson, by inversion). */
export function poisson(mean: number, hash: number): number {
  let left = unit(hash)
  let probability = Math.exp(-mean)
  let count = 0
  while (left > probability && count < 60) {
    left -= probability
    count += 1
    probability *= mean / count
  }
  return count
}

/**
 * A mean-reverting random walk around 0 (standard deviation about 1): noise on four scales, each interpolated between
 * the values at its grid points.
 * @param at the position on the walk; 1 is the step of the finest scale
 */
export function walk(hash: number, at: number): number {
  let value = 0
  for (let octave = 0; octave < 4; octave += 1) {
    const position = at / 4 ** octave
    const left = Math.floor(position)
    const share = position - left
    const seed = combine(hash, octave)
    value += bell(combine(seed, left)) * (1 - share) + bell(combine(seed, left + 1)) * share
  }
  return value / 2
}
