import { RunError } from '#app/features/runs/schema.ts'

/** One value of a body, as text. `problem` states why it has no value. */
export interface JsonPart {
  /** Its path: keys and indices from the root. */
  path: readonly (string | number)[]
  text: string
  problem: 'item_too_large' | 'item_too_deep' | null
}

export interface JsonPartsOptions {
  /** Whether the container at this path is opened, so that each of its children is a part; called for the root, too. */
  opens(path: readonly (string | number)[]): boolean
  /** Largest part in bytes. */
  maxBytes?: number
}

const MAX_BYTES = 8 * 1024 * 1024
const MAX_DEPTH = 256
const SNIPPET_BYTES = 120

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

interface Frame {
  array: boolean
  /** Index of the current child of an array. */
  index: number
  key: string
  /** True until the first child, while the container can close immediately. */
  empty: boolean
}

type Expecting = 'value' | 'key' | 'colon' | 'separator' | 'end'
type Capture = 'container' | 'string' | 'scalar'

/**
 * Splits a JSON body into its items while it arrives; only the current item is held in memory. It tracks brackets and
 * strings only; JSON.parse parses each part's text, which is many times faster than a parser in JavaScript, and rejects
 * one broken item without losing the items after it.
 */
export class JsonParts {
  readonly #opens: (path: readonly (string | number)[]) => boolean
  readonly #maxBytes: number
  #stack: Frame[] = []
  #expecting: Expecting = 'value'
  #started = false
  #capture: Capture | null = null
  #isKey = false
  #depth = 0
  #deepest = 0
  #inString = false
  #escaped = false
  #pieces: Buffer[] = []
  #size = 0
  #offset = 0

  /** The type of the whole body, known from its first byte. */
  root: 'array' | 'object' | null = null

  constructor(options: JsonPartsOptions) {
    this.#opens = options.opens
    this.#maxBytes = options.maxBytes ?? MAX_BYTES
  }

  /** Takes the next bytes and returns the parts that they complete. @throws RunError when this is not JSON. */
  push(bytes: Uint8Array): JsonPart[] {
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const parts: JsonPart[] = []
    let at = 0
    while (at < chunk.length) {
      at = this.#capture ? this.#continueCapture(chunk, at, parts) : this.#structure(chunk, at, parts)
    }
    this.#offset += chunk.length
    return parts
  }

  /** Called after the last bytes. @throws RunError when the body is empty or ends too early. */
  end(): void {
    if (!this.#started) throw new RunError('empty_body', 'The feed answered with an empty body.')
    if (this.#expecting !== 'end' || this.#capture) {
      throw new RunError('cut_short', `The body ends in the middle, after ${this.#offset} bytes.`)
    }
  }

  /** Handles one byte between parts. */
  #structure(chunk: Buffer, at: number, parts: JsonPart[]): number {
    const byte = chunk[at] as number
    if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) return at + 1
    if (!this.#started) {
      if (this.#skippedMark(chunk, at)) return at + 1
      this.#started = true
      if (byte !== OPEN_ARRAY && byte !== OPEN_OBJECT) this.#refuseText(chunk, at)
      this.root = byte === OPEN_ARRAY ? 'array' : 'object'
    }
    const frame = this.#stack.at(-1)
    switch (this.#expecting) {
      case 'value':
        if (frame?.array && frame.empty && byte === CLOSE_ARRAY) return this.#close(at)
        return this.#startValue(chunk, at, byte, parts)
      case 'key':
        if (frame?.empty && byte === CLOSE_OBJECT) return this.#close(at)
        if (byte !== QUOTE) return this.#malformed(at, byte)
        this.#isKey = true
        return this.#startCapture('string', chunk, at, parts)
      case 'colon':
        if (byte !== COLON) return this.#malformed(at, byte)
        this.#expecting = 'value'
        return at + 1
      case 'separator':
        if (frame && byte === COMMA) {
          frame.index += 1
          this.#expecting = frame.array ? 'value' : 'key'
          return at + 1
        }
        if (frame && byte === (frame.array ? CLOSE_ARRAY : CLOSE_OBJECT)) return this.#close(at)
        return this.#malformed(at, byte)
      case 'end':
        return this.#malformed(at, byte)
    }
  }

  /** Skips a byte order mark at the start; one of UTF-16 is rejected. */
  #skippedMark(chunk: Buffer, at: number): boolean {
    const offset = this.#offset + at
    const byte = chunk[at] as number
    if (offset === 0 && (byte === 0xff || byte === 0xfe)) {
      throw new RunError('not_json', 'The body is UTF-16; a feed must be UTF-8.')
    }
    return (
      (offset === 0 && byte === 0xef) || (offset === 1 && byte === 0xbb) || (offset === 2 && byte === 0xbf)
    )
  }

  #startValue(chunk: Buffer, at: number, byte: number, parts: JsonPart[]): number {
    const opening = byte === OPEN_ARRAY || byte === OPEN_OBJECT
    if (opening && this.#opens(this.#path())) {
      const array = byte === OPEN_ARRAY
      this.#stack.push({ array, index: 0, key: '', empty: true })
      this.#expecting = array ? 'value' : 'key'
      return at + 1
    }
    if (byte === COMMA || byte === CLOSE_ARRAY || byte === CLOSE_OBJECT || byte === COLON) {
      return this.#malformed(at, byte)
    }
    const frame = this.#stack.at(-1)
    if (frame) frame.empty = false
    return this.#startCapture(opening ? 'container' : byte === QUOTE ? 'string' : 'scalar', chunk, at, parts)
  }

  #startCapture(capture: Capture, chunk: Buffer, at: number, parts: JsonPart[]): number {
    this.#capture = capture
    this.#depth = capture === 'container' ? 1 : 0
    this.#deepest = this.#depth
    this.#inString = capture === 'string'
    this.#escaped = false
    this.#pieces = []
    this.#size = 0
    if (capture === 'scalar') return this.#continueCapture(chunk, at, parts)
    return this.#continueCapture(chunk, at + 1, parts, at)
  }

  /** Reads to the end of the captured value or of the chunk; returns the index at which reading continues. */
  #continueCapture(chunk: Buffer, from: number, parts: JsonPart[], start = from): number {
    const end =
      this.#capture === 'scalar' ? this.#endOfScalar(chunk, from) : this.#endOfBracketsOrString(chunk, from)
    const upTo = end < 0 ? chunk.length : end
    this.#size += upTo - start
    if (this.#size <= this.#maxBytes) {
      if (end >= 0 && this.#pieces.length === 0) return this.#finish(chunk.subarray(start, upTo), upTo, parts)
      // A copy: the reader of the socket can reuse the chunk.
      this.#pieces.push(Buffer.from(chunk.subarray(start, upTo)))
    } else {
      this.#pieces = []
    }
    return end < 0 ? chunk.length : this.#finish(Buffer.concat(this.#pieces), upTo, parts)
  }

  #endOfScalar(chunk: Buffer, from: number): number {
    for (let at = from; at < chunk.length; at += 1) {
      const byte = chunk[at] as number
      if (byte === COMMA || byte === CLOSE_ARRAY || byte === CLOSE_OBJECT || byte <= 0x20) return at
    }
    return -1
  }

  /** Index after the closing bracket or quote, or -1 when the chunk ends before it. */
  #endOfBracketsOrString(chunk: Buffer, from: number): number {
    let depth = this.#depth
    let deepest = this.#deepest
    let inString = this.#inString
    let escaped = this.#escaped
    const length = chunk.length
    let at = from
    for (; at < length; at += 1) {
      const byte = chunk[at]
      if (inString) {
        if (escaped) escaped = false
        else if (byte === BACKSLASH) escaped = true
        else if (byte === QUOTE) {
          inString = false
          if (depth === 0) return at + 1
        }
      } else if (byte === QUOTE) inString = true
      else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
        depth += 1
        if (depth > deepest) deepest = depth
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
        depth -= 1
        if (depth === 0) {
          this.#deepest = deepest
          return at + 1
        }
      }
    }
    this.#depth = depth
    this.#deepest = deepest
    this.#inString = inString
    this.#escaped = escaped
    return -1
  }

  #finish(text: Buffer, at: number, parts: JsonPart[]): number {
    this.#capture = null
    const tooLarge = this.#size > this.#maxBytes
    if (this.#isKey) {
      this.#isKey = false
      const frame = this.#stack.at(-1) as Frame
      frame.empty = false
      frame.key = tooLarge ? '' : readKey(text)
      this.#expecting = 'colon'
      return at
    }
    const problem = tooLarge ? 'item_too_large' : this.#deepest > MAX_DEPTH ? 'item_too_deep' : null
    parts.push({ path: this.#path(), text: problem ? '' : text.toString('utf8'), problem })
    this.#pieces = []
    this.#expecting = this.#stack.length > 0 ? 'separator' : 'end'
    return at
  }

  #close(at: number): number {
    this.#stack.pop()
    const parent = this.#stack.at(-1)
    if (parent) parent.empty = false
    this.#expecting = parent ? 'separator' : 'end'
    return at + 1
  }

  #path(): (string | number)[] {
    return this.#stack.map((frame) => (frame.array ? frame.index : frame.key))
  }

  #malformed(at: number, byte: number): never {
    throw new RunError(
      'malformed_body',
      `The body is not JSON: unexpected ${JSON.stringify(String.fromCharCode(byte))} at byte ${this.#offset + at}.`,
    )
  }

  #refuseText(chunk: Buffer, at: number): never {
    const snippet = chunk
      .subarray(at, at + SNIPPET_BYTES)
      .toString('utf8')
      .replace(/\s+/g, ' ')
      .trim()
    throw new RunError('not_json', `The feed did not answer with JSON but with: ${snippet}`)
  }
}

function readKey(text: Buffer): string {
  try {
    return JSON.parse(text.toString('utf8')) as string
  } catch {
    return text.toString('utf8')
  }
}

/** The value of a part; undefined when its text is not JSON. */
export function parsePart(part: JsonPart): unknown {
  try {
    return JSON.parse(part.text)
  } catch {
    return undefined
  }
}
