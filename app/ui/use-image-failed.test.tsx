import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { inEnglish } from '#tests/support/english.tsx'
import { mount } from '#tests/support/tiny-react.ts'
import { Flag } from './flag.tsx'

vi.mock('react', async (load) => (await import('#tests/support/tiny-react.ts')).ownHooks(await load()))

/** The images of a part of a page, before and after none of them could be loaded. */
function fail(element: ReactNode) {
  const shown = mount(inEnglish(element))
  const before = shown.all('img').map(({ props }) => props.src)
  for (const { props } of shown.all('img')) (props.onError as () => void)()
  return { before, after: shown.all('img').length, shown }
}

it("shows a country's flag as an image of the site itself by its code, and a globe when that fails", () => {
  const { before, after, shown } = fail(<Flag code="IT" />)
  expect(before).toEqual(['/assets/flags-7.5.0/it.webp'])
  expect([after, shown.all('use').length]).toEqual([0, 1])
})

it('detects an image that failed before hydration', () => {
  const shown = mount(<Flag code="IT" />, () => ({ complete: true, naturalWidth: 0 }))
  expect(shown.all('use')).toHaveLength(1)
})
