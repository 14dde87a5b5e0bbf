import { expect, it } from 'vitest'
import type { Values } from '#app/platform/edit/schema.ts'
import { shownText } from '#tests/support/html.ts'
import { renderOffice } from '#tests/support/render.tsx'
import { AuditList } from './audit-list.tsx'

it('names the countries of a list of codes', async () => {
  const entry = (before: Values, after: Values) => ({
    ...{ id: 1, at: '2026-11-21T12:00:00Z', by: 'a@example.org', entity: 'audiences', entityId: '1' },
    ...{ label: 'Islands', action: 'update' as const, before, after },
  })
  const html = await renderOffice(
    <AuditList
      withItem
      entries={[entry({ countries: 'GB', name: 'GB' }, { countries: 'GB JE', name: 'XX' })]}
    />,
  )
  const text = shownText(html)
  expect(text).toContain('United Kingdom → United Kingdom and Jersey')
  // Another column with the same text is no country.
  expect(text).toContain('GB → XX')
})
