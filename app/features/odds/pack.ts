import type { Price } from './prices.ts'

/** A change of a quote: its prices from an instant on. */
export interface QuoteChange {
  at: Date
  prices: (Price | null)[]
  status: string | null
}

/**
 * Changes of one quote in about ten bytes each: the time since the previous change in milliseconds, then each price as its
 * difference from the previous one, in hundredths if all are whole hundredths. Numbers have a variable length.
 */
export function packChanges(changes: readonly QuoteChange[]): Uint8Array {
  const bytes: number[] = []
  let time = 0
  let last: number[] = []
  for (const { at, prices, status } of changes) {
    const values = prices.map((price) => price ?? 0)
    const inHundredths = values.every((price) => price % 10_000 === 0)
    bytes.push((inHundredths ? 1 : 0) + (status === null ? 0 : 2))
    writeNumber(bytes, at.getTime() - time)
    writeNumber(bytes, values.length)
    const unit = inHundredths ? 10_000 : 1
    for (const [index, value] of values.entries()) {
      // A price that was in millionths has no difference in hundredths.
      const before = inHundredths ? Math.floor((last[index] ?? 0) / unit) : (last[index] ?? 0)
      writeNumber(bytes, value / unit - before)
    }
    if (status !== null) {
      writeNumber(bytes, status.length)
      for (let index = 0; index < status.length; index += 1) bytes.push(status.charCodeAt(index))
    }
    time = at.getTime()
    last = values
  }
  return Uint8Array.from(bytes)
}

export function unpackChanges(bytes: Uint8Array): QuoteChange[] {
  const changes: QuoteChange[] = []
  const reader = new Reader(bytes)
  let time = 0
  let last: number[] = []
  while (!reader.isAtEnd) {
    const flags = reader.byte()
    time += reader.number()
    const unit = flags & 1 ? 10_000 : 1
    const before = last
    last = Array.from({ length: reader.number() }, (_, index) => {
      const from = unit === 1 ? (before[index] ?? 0) : Math.floor((before[index] ?? 0) / unit)
      return (from + reader.number()) * unit
    })
    const status = flags & 2 ? reader.text(reader.number()) : null
    changes.push({ at: new Date(time), prices: last.map((price) => (price === 0 ? null : price)), status })
  }
  return changes
}

/** Seven bits per byte, the lowest first; the sign is the lowest bit. */
function writeNumber(bytes: number[], value: number): void {
  let rest = value < 0 ? -value * 2 - 1 : value * 2
  while (rest >= 128) {
    bytes.push((rest % 128) + 128)
    rest = Math.floor(rest / 128)
  }
  bytes.push(rest)
}

class Reader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length
  }

  byte(): number {
    const byte = this.#bytes[this.#at]
    if (byte === undefined) throw new RangeError('the pack of changes is cut short')
    this.#at += 1
    return byte
  }

  number(): number {
    let value = 0
    let factor = 1
    for (;;) {
      const byte = this.byte()
      value += (byte % 128) * factor
      if (byte < 128) break
      factor *= 128
    }
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2
  }

  text(length: number): string {
    return String.fromCharCode(...Array.from({ length }, () => this.byte()))
  }
}
