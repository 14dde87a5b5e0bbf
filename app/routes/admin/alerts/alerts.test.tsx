import { expect, it, vi } from 'vitest'
import { parseTroublesFilter } from '#app/features/alerts/list.ts'
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

const isNobodySaid = (told: object, hasSecret: boolean) =>
  draw(told, hasSecret).includes(adminText('alerts.nobody'))

function draw(told: object, hasSecret: boolean): string {
  const row = { id: 'a', mail_to: '', quiet_from: '00:00', quiet_until: '00:00', time_zone: 'UTC', ...told }
  const filter = parseTroublesFilter(new URLSearchParams())
  const loaderData = { row, hasSecret, troubles: [], total: 0, filter }
  return drawScreen(<Alerts {...({ loaderData } as unknown as Parameters<typeof Alerts>[0])} />)
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

it.each([
  ['an address that is saved', {}, 0],
  ['an address that is not saved', { mail_to: 'new@example.org' }, 1],
  [
    'two addresses that are not saved',
    { mail_to: 'new@example.org', webhook_url: 'https://new.example/' },
    2,
  ],
])('the screen of alerts, with %s, says where a test goes: %o, %s', (_, typed, times) => {
  unsaved.values = typed
  const drawn = draw({ mails: true, webhook_url: 'https://hooks.example/' }, true)
  expect(drawn.split(adminText('alerts.test.unsaved'))).toHaveLength(times + 1)
})
