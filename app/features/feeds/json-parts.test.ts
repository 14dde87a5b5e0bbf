import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { JsonParts, parsePart } from './json-parts.ts'

const opensRoot = { opens: (path: readonly unknown[]) => path.length === 0 }

/** Feeds the text in pieces of `size` bytes. */
function parts(text: string | Uint8Array, size = 1 << 16, options: Partial<{ maxBytes: number }> = {}) {
  const cutter = new JsonParts({ ...opensRoot, ...options })
  const bytes = Buffer.from(text)
  const found = []
  for (let at = 0; at < bytes.length; at += size) found.push(...cutter.push(bytes.subarray(at, at + size)))
  cutter.end()
  return found
}

function code(run: () => unknown): string | undefined {
  try {
    run()
  } catch (error) {
    return (error as { code?: string }).code
  }
}

describe('JsonParts', () => {
  it('gives the items of any array, however it is cut into chunks', () => {
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue()),
        fc.integer({ min: 1, max: 40 }),
        fc.boolean(),
        (items, size, indented) => {
          const text = JSON.stringify(items, null, indented ? 2 : undefined)
          expect(parts(text, size).map(parsePart)).toEqual(JSON.parse(text))
        },
      ),
    )
  })

  it('gives the members of any object with their keys', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.integer({ min: 1, max: 40 }),
        (members, size) => {
          const text = JSON.stringify(members)
          const found = parts(text, size).map((part) => [part.path[0], parsePart(part)])
          expect(found).toEqual(Object.entries(JSON.parse(text)))
        },
      ),
    )
  })

  it('never does anything but give parts or say what is wrong', () => {
    const anything = fc.oneof(
      fc.string(),
      fc.json(),
      fc.json().map((text) => text.slice(1)),
      fc.uint8Array(),
    )
    fc.assert(
      fc.property(anything, fc.integer({ min: 1, max: 9 }), (body, size) => {
        const failure = code(() => parts(body, size))
        const known = [undefined, 'empty_body', 'not_json', 'cut_short', 'malformed_body']
        expect(known).toContain(failure)
      }),
      { numRuns: 500 },
    )
  })

  it.each([
    ['', 'empty_body'],
    [' \n\t', 'empty_body'],
    ['\ufeff', 'empty_body'],
    ['Too Many Requests', 'not_json'],
    ['null', 'not_json'],
    ['[1, 2', 'cut_short'],
    ['[{"a": "b', 'cut_short'],
    ['{"a"', 'cut_short'],
    ['[1] [2]', 'malformed_body'],
    ['[1 2]', 'malformed_body'],
    ['[1,,2]', 'malformed_body'],
    ['{a: 1}', 'malformed_body'],
    ['[}', 'malformed_body'],
  ])('refuses %j as %s', (text, expected) => {
    expect(code(() => parts(text))).toBe(expected)
  })

  it('refuses UTF-16 and skips the mark of UTF-8', () => {
    expect(code(() => parts(Buffer.from('\ufeff[1]', 'utf16le')))).toBe('not_json')
    expect(parts('\ufeff[1]', 1).map(parsePart)).toEqual([1])
  })

  it('passes over an item that is too large or too deep and goes on', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const found = parts(`["${'x'.repeat(2000)}", {"a":1}]`, 64, { maxBytes: 1000 })
    expect(found.map((part) => part.problem)).toEqual(['item_too_large', null])
    expect(parts(`[${deep},1]`, 4096).map((part) => part.problem)).toEqual(['item_too_deep', null])
  })

  it('leaves a broken item to the parser, alone', () => {
    expect(parts('[{"a":NaN},{"a":1},{"a":},2]').map(parsePart)).toEqual([undefined, { a: 1 }, undefined, 2])
  })
})
