import type { ComponentType } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { EditorOutcome } from '#app/ui/admin/use-editor.ts'
import { shownText } from '#tests/support/html.ts'
import { renderOffice } from '#tests/support/render.tsx'
import { markPassing } from '#tests/support/screen-results.ts'
import ManageAffiliateButtons from './affiliate-buttons/route.tsx'
import ManageCountries from './countries/route.tsx'
import ManageLeagues from './leagues/route.tsx'
import ManageMatches from './matches/route.tsx'
import ManagePromotions from './promotions/route.tsx'
import { SidebarFeatures } from './promotions/sidebar-features.tsx'
import ManageSports from './sports/route.tsx'

/** What the server has answered to the last save of any editor. */
const answered = vi.hoisted(() => ({ outcome: undefined as object | undefined }))

vi.mock('#app/ui/admin/use-editor.ts', async (original) => {
  const actual = await original<typeof import('#app/ui/admin/use-editor.ts')>()
  const useEditor = (rows: { id: string }[]) => ({ ...actual.useEditor(rows), ...answered })
  return { ...actual, useEditor }
})

vi.mock('#app/ui/banner.tsx', async (importOriginal) => markPassing(await importOriginal()))

beforeEach(() => {
  answered.outcome = undefined
})

const id = 'a'
const place = { id, name: 'Italy', display_name: null, menu_position: 7, is_active: true }
const places = {
  sports: [place],
  sport: id,
  countries: [{ ...place, code: 'IT' }],
  country: id,
  leagues: [place],
  aliases: [],
}
const page = { matches: [], count: 1, isMore: false, previous: null, next: null }
const matches = {
  view: '',
  typed: '',
  place: { sport: id, country: id, league: id },
  sports: [],
  countries: [],
  leagues: [],
  lists: { upcoming: page, past: page, skipped: 0 },
}
const offers = { languages: [], translations: [], buttons: [], bookmakers: [] }
const spinWheel = {
  id,
  spin_wheel_sidebar_on: true,
  spin_wheel_enabled: true,
  spin_wheel_title: 'Spin',
  spin_wheel_sub_title: '',
  spin_wheel_button_text: 'Go',
  spin_wheel_link: '#',
}

const SCREENS = {
  sports: [ManageSports, places],
  countries: [ManageCountries, places],
  leagues: [ManageLeagues, places],
  matches: [ManageMatches, matches],
  'affiliate buttons': [ManageAffiliateButtons, offers],
  promotions: [ManagePromotions, { ...offers, spinWheel, promotions: [], spinWheelTranslations: [] }],
} as const

async function screenAfter(name: keyof typeof SCREENS, outcome: EditorOutcome): Promise<string> {
  answered.outcome = { ...outcome, at: 1 }
  const [component, loaderData] = SCREENS[name]
  const Screen = component as ComponentType<{ loaderData: object }>
  return shownText(await renderOffice(<Screen loaderData={loaderData} />))
}

async function spinWheelAfter(outcome: EditorOutcome): Promise<string> {
  answered.outcome = { ...outcome, at: 1 }
  const wheel = <SidebarFeatures spinWheel={spinWheel} languages={[]} translations={[]} />
  return shownText(await renderOffice(wheel))
}

describe('the message of a save', () => {
  it.each([
    ['sports', 'Sports updated successfully'],
    ['countries', 'Countries updated successfully'],
    ['leagues', 'Leagues updated successfully'],
    ['matches', 'Matches updated successfully'],
    ['affiliate buttons', 'Affiliate buttons updated successfully'],
    ['promotions', 'Promotions updated successfully'],
  ] as const)('that stored %s: %s', async (name, text) => {
    expect(await screenAfter(name, { kind: 'saved', count: 1 })).toContain(`passing: ${text}`)
  })

  it.each(['sports', 'countries', 'leagues', 'matches'] as const)(
    'that failed for %s, for any reason',
    async (name) => {
      const text = await screenAfter(name, { kind: 'failed', message: 'deadlock detected' })
      expect(text).toContain('Failed to save changes')
      expect(text).not.toContain('deadlock')
    },
  )

  it.each(['affiliate buttons', 'promotions'] as const)(
    "that failed for %s has the error's own message, if any",
    async (name) => {
      expect(await screenAfter(name, { kind: 'failed', message: 'deadlock detected' })).toContain(
        'deadlock detected',
      )
      expect(await screenAfter(name, { kind: 'failed', message: null })).toContain('Failed to save changes')
    },
  )

  it('disappears by itself when a save of sports failed, and stays for the others', async () => {
    const failed = { kind: 'failed', message: null } as const
    expect(await screenAfter('sports', failed)).toContain('passing: Failed to save changes')
    for (const name of ['countries', 'leagues', 'matches', 'affiliate buttons', 'promotions'] as const)
      expect(await screenAfter(name, failed)).not.toContain('passing:')
  })

  it.each([
    ['affiliate buttons', 'All fields are required for each button'],
    ['promotions', 'All required fields must be filled out'],
  ] as const)('with fields missing of %s: %s', async (name, text) => {
    const problems = [
      { id, column: 'button_link', problem: 'problem.link' },
      { id, column: 'button_text', problem: 'problem.required' },
    ]
    expect(await screenAfter(name, { kind: 'invalid', problems })).toContain(text)
  })

  it('names the part of a value that a problem is about', async () => {
    const problems = [{ id, column: 'button_link', problem: 'problem.placeholder {click id}' }]
    expect(await screenAfter('affiliate buttons', { kind: 'invalid', problems })).toContain(
      '\u2068{click id}\u2069 is not filled in there: only {click_id}, ',
    )
  })

  it('of the spin wheel, stored or failed', async () => {
    expect(await spinWheelAfter({ kind: 'saved', count: 1 })).toContain(
      'passing: Spin Wheel settings updated successfully',
    )
    expect(await spinWheelAfter({ kind: 'failed', message: 'deadlock detected' })).toContain(
      'Failed to save spin wheel content',
    )
  })
})
