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
  it('yields the items of any array, for any division into chunks', () => {
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

  it('yields the members of any object with their keys', () => {
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

  it('either yields parts or reports an error, for any input', () => {
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

  it('refuses UTF-16 and skips a UTF-8 byte order mark', () => {
    expect(code(() => parts(Buffer.from('\ufeff[1]', 'utf16le')))).toBe('not_json')
    expect(parts('\ufeff[1]', 1).map(parsePart)).toEqual([1])
  })

  it('skips an item that is too large or too deep', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const found = parts(`["${'x'.repeat(2000)}", {"a":1}]`, 64, { maxBytes: 1000 })
    expect(found.map((part) => part.problem)).toEqual(['item_too_large', null])
    expect(parts(`[${deep},1]`, 4096).map((part) => part.problem)).toEqual(['item_too_deep', null])
  })

  it('passes on a malformed item by itself', () => {
    expect(parts('[{"a":NaN},{"a":1},{"a":},2]').map(parsePart)).toEqual([undefined, { a: 1 }, undefined, 2])
  })
})

describe('edge cases of a body', () => {
  const messageOf = (run: () => unknown) => {
    try {
      run()
    } catch (error) {
      return (error as Error).message
    }
  }

  it.each([
    ['[1 2]', 'The body is not JSON: unexpected "2" at byte 3.'],
    ['[1}', 'The body is not JSON: unexpected "}" at byte 2.'],
    ['[]]', 'The body is not JSON: unexpected "]" at byte 2.'],
    ['[1]x', 'The body is not JSON: unexpected "x" at byte 3.'],
    ['[,1]', 'The body is not JSON: unexpected "," at byte 1.'],
    ['[:1]', 'The body is not JSON: unexpected ":" at byte 1.'],
    ['[1,]', 'The body is not JSON: unexpected "]" at byte 3.'],
    ['{,}', 'The body is not JSON: unexpected "," at byte 1.'],
    ['{"a":1,}', 'The body is not JSON: unexpected "}" at byte 7.'],
    ['{"a" 1}', 'The body is not JSON: unexpected "1" at byte 5.'],
    ['{"a":}', 'The body is not JSON: unexpected "}" at byte 5.'],
    ['{"a":]', 'The body is not JSON: unexpected "]" at byte 5.'],
    ['{"a":1]', 'The body is not JSON: unexpected "]" at byte 6.'],
    ['[1, 2', 'The body ends in the middle, after 5 bytes.'],
    ['["a', 'The body ends in the middle, after 3 bytes.'],
    ['{"a":', 'The body ends in the middle, after 5 bytes.'],
    ['  <a>\n b', 'The feed did not answer with JSON but with: <a> b'],
    [`x${' y'.repeat(100)}`, `The feed did not answer with JSON but with: x${' y'.repeat(59)}`],
  ])('reports for %j: %s', (text, message) => {
    expect(messageOf(() => parts(text))).toBe(message)
  })

  it('counts bytes over all chunks', () => {
    expect(messageOf(() => parts('[1 2]', 2))).toBe('The body is not JSON: unexpected "2" at byte 3.')
    expect(messageOf(() => parts('["à" 2]', 1))).toBe('The body is not JSON: unexpected "2" at byte 6.')
  })

  it.each([
    [[0xff, 0xfe, 0x5b, 0x5d], 'not_json'],
    [[0xfe, 0xff, 0x5b, 0x5d], 'not_json'],
    [[0xbb, 0x5b, 0x5d], 'not_json'],
    [[0xbf, 0x5b, 0x5d], 'not_json'],
    [[0x20, 0xef, 0x5b, 0x5d], 'not_json'],
    [[0x5b, 0xef, 0x5d], undefined],
    [[0x20, 0x20, 0xfe, 0x5b, 0x5d], 'not_json'],
    [[0xef, 0xbb, 0xbf, 0x5b, 0x5d], undefined],
  ])('reads the bytes %j: %s', (bytes, expected) => {
    expect(code(() => parts(Uint8Array.from(bytes)))).toBe(expected)
  })

  it('accepts white space of every kind between values', () => {
    expect(parts('\r\n\t [\r1\t,\n2 ]\r\n\t ').map(parsePart)).toEqual([1, 2])
    expect(parts('{ \r"a"\t:\n1\r, "b"\n:\t[] }').map((part) => [part.path, parsePart(part)])).toEqual([
      [['a'], 1],
      [['b'], []],
    ])
  })

  it('reports what the whole body is', () => {
    const rootOf = (text: string) => {
      const cutter = new JsonParts(opensRoot)
      cutter.push(Buffer.from(text))
      return cutter.root
    }
    expect(['', ' ', '[', '{'].map(rootOf)).toEqual([null, null, 'array', 'object'])
  })

  it('yields the parts of every container that is opened, with their paths', () => {
    const found = []
    const cutter = new JsonParts({ opens: (path) => path.length < 2 || path[1] === 'open' })
    found.push(...cutter.push(Buffer.from('[[1,[2]],{"a":{"b":3},"open":{"c":4,"d":[7]},"e":5},[],{},6]')))
    cutter.end()
    expect(found.map((part) => [part.path.join('.'), part.text])).toEqual([
      ['0.0', '1'],
      ['0.1', '[2]'],
      ['1.a', '{"b":3}'],
      ['1.open.c', '4'],
      ['1.open.d.0', '7'],
      ['1.e', '5'],
      ['4', '6'],
    ])
  })

  it('ignores brackets and quotes inside strings', () => {
    const items = [']', '}', '[{', '\\', '"', '\\"', { ']': '"}' }, ['\\\\"']]
    for (const size of [1, 2, 3, 1000])
      expect(parts(JSON.stringify(items), size).map(parsePart)).toEqual(items)
  })

  it.each([
    [10, null],
    [9, 'item_too_large'],
  ])('with at most %i bytes reports for ten: %s', (maxBytes, problem) => {
    for (const size of [1, 4, 100]) {
      expect(parts('[ 1234567890 ,"12345678",[1,22,333]]', size, { maxBytes })).toMatchObject([
        { path: [0], problem },
        { path: [1], problem },
        { path: [2], problem },
      ])
    }
  })

  it('accepts items of 8 MB', () => {
    const text = (length: number) => `["${'x'.repeat(length - 2)}",1]`
    expect(parts(text(8 * 1024 * 1024)).map((part) => part.problem)).toEqual([null, null])
    const found = parts(text(8 * 1024 * 1024 + 1))
    expect(found.map((part) => [part.problem, part.text])).toEqual([
      ['item_too_large', ''],
      [null, '1'],
    ])
  })

  it.each([
    [256, null],
    [257, 'item_too_deep'],
  ])('reports for an item %i deep: %s', (depth, problem) => {
    const item = `${'[{"a":'.repeat(depth / 2)}${depth % 2 ? '[]' : '1'}${'}]'.repeat(depth / 2)}`
    for (const size of [1, 100_000]) {
      expect(parts(`[${item},[1]]`, size).map((part) => part.problem)).toEqual([problem, null])
    }
  })

  it('keeps a key that is malformed, and refuses one that is too large', () => {
    expect(parts('{"a\\x":1,"b\\u0041":2}').map((part) => part.path)).toEqual([['"a\\x"'], ['bA']])
    const large = parts(`{"${'k'.repeat(20)}":1,"c":2}`, 3, { maxBytes: 10 })
    expect(large.map((part) => [part.path, part.text])).toEqual([
      [[''], '1'],
      [['c'], '2'],
    ])
  })
})
