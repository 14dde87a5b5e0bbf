import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PassingBanner } from './banner.tsx'

/** A component's one state and what it does once it is shown, without a document. */
const component = vi.hoisted(() => ({ state: undefined as unknown, onShown: () => {} }))
vi.mock('react', async (importOriginal) => ({
  ...(await importOriginal<typeof import('react')>()),
  useState(initial: unknown) {
    component.state ??= initial
    return [component.state, (next: unknown) => Object.assign(component, { state: next })]
  },
  useEffect: (onShown: () => void) => Object.assign(component, { onShown }),
}))

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('says what was done for three seconds', () => {
  const draw = () => renderToStaticMarkup(<PassingBanner>Language added successfully</PassingBanner>)
  expect(draw()).toContain('role="status"')
  component.onShown()
  vi.advanceTimersByTime(2_999)
  expect(draw()).toContain('Language added successfully')
  vi.advanceTimersByTime(1)
  expect(draw()).toBe('')
})
