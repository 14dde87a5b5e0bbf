import { expect, it } from 'vitest'
import { EMBED, TELL_HEIGHT } from './scripts.ts'

/** Runs the script in a page of another site; its element has these attributes. */
function embed(dataset: Record<string, string>) {
  const frame = { src: '', title: '', style: { cssText: '', height: '' }, contentWindow: {} }
  const placed: unknown[] = []
  const heard: ((event: object) => void)[] = []
  const currentScript = {
    src: 'https://odds.example/widgets/embed.js',
    dataset,
    after: (element: unknown) => placed.push(element),
  }
  const document = { currentScript, createElement: () => frame }
  new Function('document', 'addEventListener', EMBED)(document, (_: string, hear: (event: object) => void) =>
    heard.push(hear),
  )
  const tell = (event: object) => {
    for (const hear of heard) hear({ source: frame.contentWindow, origin: 'https://odds.example', ...event })
    return frame.style.height
  }
  return { frame, placed, tell }
}

it('a widget as a script is a frame after its element, of the same subject and with the same choices', () => {
  const choices = { match: 'm', lang: 'it', scheme: 'light', odds: 'american' }
  const { frame, placed } = embed({ widget: 'best', ...choices })
  expect(placed).toEqual([frame])
  const { origin, pathname, searchParams } = new URL(frame.src)
  expect([origin, pathname]).toEqual(['https://odds.example', '/widgets/best'])
  expect(Object.fromEntries(searchParams)).toEqual(choices)
  expect([frame.title, frame.style.cssText]).toEqual(['Odds', expect.stringContaining('height:260px')])
  expect(embed({ widget: 'best', title: 'Prices' }).frame.title).toBe('Prices')
})

it('a widget as a script has the height that its own frame tells, and no other', () => {
  const { tell } = embed({ widget: 'best', match: 'm' })
  expect(tell({ data: 'resize' })).toBe('')
  expect(tell({ source: {}, data: { overround: 300 } })).toBe('')
  expect(tell({ origin: 'https://evil.example', data: { overround: 300 } })).toBe('')
  expect(tell({ data: { overround: 4_000 } })).toBe('')
  expect(tell({ data: { overround: 300 } })).toBe('300px')
})

it('a widget tells the page around it its height, whenever that changes', () => {
  let height = 259.4
  let changes = () => {}
  const root = { getBoundingClientRect: () => ({ height }) }
  const observed: unknown[] = []
  class ResizeObserver {
    constructor(changed: () => void) {
      changes = changed
    }
    observe(element: unknown) {
      observed.push(element)
    }
  }
  const told: unknown[] = []
  const parent = { postMessage: (message: unknown) => told.push(message) }
  new Function('document', 'parent', 'ResizeObserver', TELL_HEIGHT)(
    { documentElement: root },
    parent,
    ResizeObserver,
  )
  expect(observed).toEqual([root])
  changes()
  height = 300
  changes()
  expect(told).toEqual([{ overround: 260 }, { overround: 300 }])
})
