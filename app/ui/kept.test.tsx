import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { createI18n } from '#app/platform/i18n/i18n.ts'
import { useNow } from './clock.tsx'
import { createPartWriter } from './kept.server.tsx'
import type { Surroundings } from './kept.tsx'

const SURROUNDINGS: Surroundings = { i18n: createI18n('en', {}), rendered: { at: 0, zone: 'UTC' } }

let renders = 0
function Counted({ name }: { name: string }) {
  renders += 1
  return <p>{name}</p>
}

const Clock = () => <time>{useNow().getTime()}</time>

const Row = ({ of }: { of: string }) => (
  <ul>
    {Array.from({ length: 200 }, (_, n) => (
      <li key={String(n)} title={of}>
        {of} {n}
      </li>
    ))}
  </ul>
)

const Anything = (_: { of: unknown }) => <p />

const Button = (_: { onClick: () => void }) => <button type="button" />

describe('createPartWriter', () => {
  it('writes a timeless part once, and another one for each change of its props', () => {
    const write = createPartWriter()
    renders = 0
    const names = ['a', 'b', 'a', 'a <b>']
    const html = names.map((name) => write(<Counted name={name} />, SURROUNDINGS, true))
    expect(html).toEqual(['<p>a</p>', '<p>b</p>', '<p>a</p>', '<p>a &lt;b&gt;</p>'])
    expect(renders).toBe(3)
  })

  it('writes what looks at the clock anew each time', () => {
    const write = createPartWriter()
    const at = (instant: number) => ({ ...SURROUNDINGS, rendered: { at: instant, zone: 'UTC' } })
    expect([1, 2].map((instant) => write(<Clock />, at(instant), false))).toEqual(
      [1, 2].map((instant) => renderToString(<time>{instant}</time>)),
    )
  })

  it('forgets the least recently asked for when it is full', () => {
    const write = createPartWriter(1_000)
    renders = 0
    for (let part = 0; part < 100; part += 1) write(<Counted name={`part ${part}`} />, SURROUNDINGS, true)
    write(<Counted name="part 99" />, SURROUNDINGS, true)
    expect(renders).toBe(100)
    write(<Counted name="part 0" />, SURROUNDINGS, true)
    expect(renders).toBe(101)
  })

  it('holds text and not the pieces that it was put together from', () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const used = () => {
      collect()
      return process.memoryUsage().heapUsed
    }
    const write = createPartWriter()
    write(<Row of="warm" />, SURROUNDINGS, true)
    const before = used()
    let characters = 0
    for (let n = 0; n < 200; n += 1) characters += write(<Row of={String(n)} />, SURROUNDINGS, true).length
    expect(characters).toBeGreaterThan(1_000_000)
    expect((used() - before) / characters).toBeLessThan(2)
  })

  it('refuses what its key would not hold', () => {
    const write = createPartWriter()
    expect(() => write(<Button onClick={() => {}} />, SURROUNDINGS, true)).toThrow(TypeError)
    expect(() => write(<p>text</p>, SURROUNDINGS, true)).toThrow(TypeError)
  })

  it.each([
    ['a function inside an object', { onClick: () => {} }],
    ['a list of elements', [<p key="p" />]],
    ['an element inside an object', { icon: <p /> }],
    ['a map', new Map([['a', 1]])],
    ['a set in a list', [new Set([1])]],
    ['a date', { at: new Date(0) }],
    ['a symbol', { name: Symbol('a') }],
    ['no number', { price: Number.NaN }],
    ['a gap in a list', [undefined]],
  ])('refuses %s', (_, of) => {
    const write = createPartWriter()
    expect(() => write(<Anything of={of} />, SURROUNDINGS, true)).toThrow(TypeError)
  })

  it('takes plain data, however deep', () => {
    const write = createPartWriter()
    const of = { list: [{ text: 'a', none: null, left: undefined }, [1.5, true]], bare: Object.create(null) }
    expect(write(<Anything of={of} />, SURROUNDINGS, true)).toBe('<p></p>')
  })
})
