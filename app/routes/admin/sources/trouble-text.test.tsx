import { expect, it } from 'vitest'
import { shownText } from '#tests/support/html.ts'
import { renderOffice } from '#tests/support/render.tsx'
import { TroubleText } from './trouble-text.tsx'

it('says which prices grow old once they have been counted', async () => {
  const one = {
    ...{ reason: 'unreachable', failures: 0, variable: null, failingSince: null },
    ...{ items: null, odds: null, usual: null },
  }
  const shown = async (more: object) =>
    shownText(await renderOffice(<TroubleText one={one} kind="failing" growingOld={undefined} {...more} />))
  expect(await shown({})).toBe('The feed cannot be reached.')
  const at = new Date('2026-11-28T12:00:00Z')
  expect(await shown({ growingOld: { prices: 1_234, first: at, last: at } })).toMatch(
    /^The feed cannot be reached\. 1,234 prices are growing old; they stop counting at /,
  )
  const last = new Date('2026-11-28T14:30:00Z')
  expect(await shown({ growingOld: { prices: 2, first: at, last } })).toMatch(
    /2 prices are growing old; they stop counting between .*12:00.* and .*14:30.*\.$/,
  )
  const failing = { ...one, failures: 3, failingSince: '2026-11-28T09:15:00Z' }
  expect(await shown({ one: failing })).toMatch(
    /^The feed cannot be reached\. The last 3 runs failed, the first at .*0?9:15.*\.$/,
  )
})
