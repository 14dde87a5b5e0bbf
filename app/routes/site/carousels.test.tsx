import type { ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { FavouriteStrip } from '#app/islands/favourite-strip.tsx'
import { Carousel } from '#app/ui/carousel.tsx'
import { inEnglish } from '#tests/support/english.tsx'
import { openPageClock, STEP_MS } from '#tests/support/page-clock.ts'
import { mount } from '#tests/support/tiny-react.ts'

vi.mock('react', async (load) => (await import('#tests/support/tiny-react.ts')).ownHooks(await load()))
vi.mock('#app/features/visitor/components/me-provider.tsx', () => ({
  useMe: () => ({ me: { user: { email: 'ada@example.org' }, favourites: [] } }),
}))

/** A part of a page with a carousel in it, on a page whose clock the test moves. */
function open(element: ReactNode, options: Parameters<typeof openPageClock>[0] = {}) {
  const { list, position, run } = openPageClock(options)
  const shown = mount(inEnglish(element), (type) => (type === 'ul' ? list : {}))
  const buttons = () => shown.all('button').map(({ text }) => text)
  return {
    list,
    position,
    run,
    shown,
    buttons,
    press(name: string) {
      const button = shown.all('button').find(({ text }) => text.includes(name))
      if (!button) throw new Error(`there is no button "${name}"`)
      ;(button.props.onClick as () => void)()
    },
    point(handler: string, rest: object = {}) {
      const event = { pointerType: 'mouse', isPrimary: true, pointerId: 1, clientX: 0, currentTarget: list }
      const handle = shown.find('ul').props[handler] as (event: object) => void
      handle({ ...event, ...rest })
    },
    /** Whether the list moves at any time while so many milliseconds pass. */
    moves(milliseconds: number): boolean {
      const before = position()
      let moved = false
      for (let passed = 0; passed < milliseconds; passed += STEP_MS) {
        run(STEP_MS)
        moved ||= position() !== before
      }
      return moved
    },
  }
}

const withItems = (count: number) => (
  <Carousel title="Offers" steps={{ phone: 280, desktop: 380 }}>
    {Array.from({ length: count }, (_, at) => (
      <li key={String(at)} />
    ))}
  </Carousel>
)
const openThree = (options = {}) => open(withItems(3), options)

describe('a carousel that moves by itself', () => {
  it('moves without a pause, 50 px per second', () => {
    const { position, run } = openThree()
    for (const expected of [50, 100, 150]) {
      run(1_000)
      expect(position()).toBeCloseTo(expected)
    }
  })

  it('starts over at the end', () => {
    const { position, run } = openThree({ end: 100 })
    run(1_980)
    expect(position()).toBeCloseTo(99)
    run(20)
    expect(position()).toBe(0)
    run(1_000)
    expect(position()).toBeCloseTo(50)
  })

  it.each([
    [2, false],
    [3, true],
  ])('of %i items: %s', (count, expected) => {
    const { moves, buttons } = open(withItems(count))
    expect(moves(1_000)).toBe(expected)
    expect(buttons().includes('Pause Offers')).toBe(expected)
  })

  it('pauses while the mouse is over it, and continues when it leaves', () => {
    const { list, moves, point, run } = openThree()
    run(1_000)
    point('onPointerEnter')
    expect(list.scrollLeft).toBeCloseTo(50)
    expect(moves(10_000)).toBe(false)
    point('onPointerLeave')
    expect(moves(20)).toBe(true)
  })

  it('pauses while a finger is on it, and for 5 s after that', () => {
    const { moves, point } = openThree()
    point('onPointerDown', { pointerType: 'touch' })
    expect(moves(10_000)).toBe(false)
    point('onPointerUp', { pointerType: 'touch' })
    expect(moves(4_980)).toBe(false)
    expect(moves(40)).toBe(true)
  })

  it.each(['next', 'previous'])('pauses for 2 s after a click on the arrow "%s"', (arrow) => {
    const { moves, press } = openThree()
    press(arrow)
    expect(moves(1_980)).toBe(false)
    expect(moves(40)).toBe(true)
  })

  it('pauses on request, and with reduced motion', () => {
    const { moves, press } = openThree()
    press('Pause')
    expect(moves(10_000)).toBe(false)
    press('Resume')
    expect(moves(20)).toBe(true)
    expect(openThree({ reducedMotion: true }).moves(10_000)).toBe(false)
  })
})

describe('a swipe', () => {
  it.each([
    [50, 300],
    [-50, 300],
    [51, 680],
    [-51, 0],
  ])('of %i px scrolls from 300 px to %i px', (distance, expected) => {
    const { list, point } = openThree()
    list.scrollLeft = 300
    point('onPointerDown', { pointerType: 'touch', clientX: 500 })
    point('onPointerUp', { pointerType: 'touch', clientX: 500 - distance })
    expect(list.scrollLeft).toBe(expected)
  })
})

describe('an arrow', () => {
  const league = (id: string) => ({
    id,
    name: 'Serie A',
    slug: 'serie-a',
    logoUrl: null,
    sport: { name: 'Soccer', slug: 'soccer' },
    country: { name: 'Italy', slug: 'italy', code: 'IT' },
    matches: [],
  })
  const ids = ['1', '2', '3']

  it('moves the favourite leagues by their own step', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ leagues: ids.map(league) }))
    for (const [width, step] of [
      [767, 300],
      [768, 400],
    ] as const) {
      const { list, press, buttons } = open(<FavouriteStrip />, { width })
      await vi.waitFor(() => expect(buttons()).not.toEqual([]))
      press('next')
      expect(list.scrollLeft, `${width} px`).toBe(step)
    }
  })
})
