import { beforeEach, expect, it, vi } from 'vitest'
import { renderOffice } from '#tests/support/render.tsx'
import { Flag } from './flag.tsx'

const image = vi.hoisted(() => ({ failed: false }))
vi.mock('./use-image-failed.ts', () => ({
  useImageFailed: () => ({ ...image, ref: () => {}, onError: () => {} }),
}))
beforeEach(() => {
  image.failed = false
})

it('is the image of a code, from the site itself', async () => {
  expect(await renderOffice(<Flag code="IT" />)).toMatch(/^<img src="\/assets\/[^"]*\/it\.webp"/)
})

it.each(['INT', 'CA1', ''])('is a globe for %j', async (code) => {
  expect(await renderOffice(<Flag code={code} />)).toMatch(/^<svg[^>]*><use href="[^"]*#globe"/)
})

it('is a globe in place of an image that does not load', async () => {
  image.failed = true
  expect(await renderOffice(<Flag code="IT" />)).toMatch(/^<svg[^>]*><use href="[^"]*#globe"/)
})
