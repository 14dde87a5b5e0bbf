import { expect, it, vi } from 'vitest'
import { adminText, drawScreen } from '#tests/support/screen.tsx'
import Alerts from './route.tsx'

vi.mock('#app/ui/admin/use-request.ts', () => import('#tests/support/screen-results.ts'))

it.each([
  ['with mails', { mails: true, webhook_url: '' }, false, false],
  ['with a webhook', { mails: false, webhook_url: 'https://hooks.example/' }, true, false],
  ['with a webhook that has no secret', { mails: false, webhook_url: 'https://hooks.example/' }, false, true],
  ['with neither', { mails: false, webhook_url: '' }, true, true],
])('the screen of alerts %s, %o, secret: %s, says that nobody is told: %s', (_, told, hasSecret, isSaid) => {
  const row = { id: 'a', mail_to: '', quiet_from: '00:00', quiet_until: '00:00', time_zone: 'UTC', ...told }
  const loaderData = { row, hasSecret, troubles: [] }
  const drawn = drawScreen(<Alerts {...({ loaderData } as unknown as Parameters<typeof Alerts>[0])} />)
  expect(drawn.includes(adminText('alerts.nobody'))).toBe(isSaid)
})
