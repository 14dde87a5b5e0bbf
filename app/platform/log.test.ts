import { expect, it } from 'vitest'
import { createLog } from './log.ts'

function logged(fields: object): Record<string, unknown> {
  let line = ''
  const write = (text: string) => {
    line = text
  }
  createLog('info', { write }).info(fields, 'a page failed')
  return JSON.parse(line)
}

it.each([
  ['https://odds.example/de/login?confirm=AbC.1-2', 'https://odds.example/de/login?confirm=***'],
  ['/stop-alerts.data?lang=de&token=a.b.c&x=1#top', '/stop-alerts.data?lang=de&token=***&x=1#top'],
  ['/login?next=%2Fstop-alerts%3Ftoken%3Da.b%26x%3D1', '/login?next=%2Fstop-alerts%3Ftoken%3D***%26x%3D1'],
  ['/api/postbacks/k3y_?transaction=1&sig=00ff', '/api/postbacks/***?transaction=1&sig=***'],
  ['/en/search?q=confirm&tokens=2', '/en/search?q=confirm&tokens=2'],
])('the log has %s without what grants access', (url, written) => {
  expect(logged({ url, method: 'GET' })).toMatchObject({ url: written, method: 'GET', msg: 'a page failed' })
})

it('masks passwords and tokens by their names', () => {
  expect(logged({ password: 'a', user: { token: 'b' } })).toMatchObject({
    password: '[Redacted]',
    user: { token: '[Redacted]' },
  })
})
