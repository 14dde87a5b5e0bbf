import { expect, it } from 'vitest'
import { hiddenFrom } from './hidden.ts'

it('the history hides from a role what it may not read on the screen', () => {
  expect(hiddenFrom('owner')).toEqual([])
  expect(hiddenFrom('administrator')).toEqual([])
  const hidden = hiddenFrom('analyst')
  for (const table of ['profiles', 'alert_settings', 'api_keys', 'webhooks', 'site_settings', 'media'])
    expect(hidden).toContain(table)
  expect(hidden).not.toContain('earning_imports')
})
