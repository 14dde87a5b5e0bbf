import { expect, it, vi } from 'vitest'
import { adminText, drawScreen } from '#tests/support/screen.tsx'
import Alerts from './route.tsx'

/** What is typed and not saved. */
const unsaved = vi.hoisted(() => ({ values: {} as object }))
vi.mock('#app/ui/admin/use-request.ts', () => import('#tests/support/screen-results.ts'))
vi.mock('#app/ui/admin/use-editor.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('#app/ui/admin/use-editor.ts')>()
  const useEditor = (rows: { id: string }[]) => ({
    ...original.useEditor(rows),
    rows: rows.map((row) => ({ ...row, ...unsaved.values })),
  })
  return { ...original, useEditor }
})

function isNobodySaid(told: object, hasSecret: boolean): boolean {
  const row = { id: 'a', mail_to: '', quiet_from: '00:00', quiet_until: '00:00', time_zone: 'UTC', ...told }
  const loaderData = { row, hasSecret, troubles: [] }
  const drawn = drawScreen(<Alerts {...({ loaderData } as unknown as Parameters<typeof Alerts>[0])} />)
  return drawn.includes(adminText('alerts.nobody'))
}

it.each([
  ['with mails', { mails: true, webhook_url: '' }, false, false],
  ['with a webhook', { mails: false, webhook_url: 'https://hooks.example/' }, true, false],
  ['with a webhook that has no secret', { mails: false, webhook_url: 'https://hooks.example/' }, false, true],
  ['with neither', { mails: false, webhook_url: '' }, true, true],
])('the screen of alerts %s, %o, secret: %s, says that nobody is told: %s', (_, told, hasSecret, isSaid) => {
  unsaved.values = {}
  expect(isNobodySaid(told, hasSecret)).toBe(isSaid)
})

it('the screen of alerts says that nobody is told until mails are saved', () => {
  unsaved.values = { mails: true }
  expect(isNobodySaid({ mails: false, webhook_url: '' }, false)).toBe(true)
})
