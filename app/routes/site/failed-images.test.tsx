import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { Flag } from '#app/ui/flag.tsx'
import { inEnglish } from '#tests/support/english.tsx'
import { mount } from '#tests/support/tiny-react.ts'
import { Brand } from './shell/brand.tsx'

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
  expect(before).toEqual(['/assets/flags-7.5.0/it.svg'])
  expect([after, shown.all('Globe').length]).toEqual([0, 1])
})

it.each(['INT', 'ZZ'])('shows a globe for a country without a flag: %s', (code) => {
  const shown = mount(<Flag code={code} />)
  expect([shown.all('img').length, shown.all('Globe').length]).toEqual([0, 1])
})

it("shows the site's name as text when its logo fails, or when there is none", () => {
  const { before, after, shown } = fail(<Brand siteName="Quotissima" logoUrl="/logo.png" />)
  expect(before).toEqual(['/logo.png'])
  expect([after, shown.find('a').text]).toEqual([0, 'Quotissima'])
  expect(mount(inEnglish(<Brand siteName="Quotissima" logoUrl={null} />)).find('a').text).toBe('Quotissima')
})

it('detects an image that failed before hydration', () => {
  const shown = mount(<Flag code="IT" />, () => ({ complete: true, naturalWidth: 0 }))
  expect(shown.all('Globe')).toHaveLength(1)
})
