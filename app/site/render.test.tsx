import { renderToString } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { Surroundings } from '#app/islands/react-root.tsx'
import { createI18n } from '#app/platform/i18n/i18n.ts'
import { Price } from './parts/price.tsx'
import { renderView } from './render.server.tsx'

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['de', 'language', '1,83'],
  ['de', 'point', '1.83'],
  ['ar', 'language', '1.83'],
  ['ar', 'comma', '1,83'],
])('an island in %s formats prices like its document with the decimal mark of %s: %s', (lang, mark, text) => {
  const price = (
    <Price label="Home win" price={{ price: 1.83, bookmaker: null, bookmakerId: null }} href={null} />
  )
  const html = renderView(price, createI18n(lang, {}, mark), { at: 0, zone: 'UTC' })
  expect(html).toContain(`<b>${text}</b>`)
  vi.stubGlobal('document', { documentElement: { lang }, body: { dataset: { mark } } })
  expect(renderToString(<Surroundings labels={{}}>{price}</Surroundings>)).toContain(`<b>${text}</b>`)
})
