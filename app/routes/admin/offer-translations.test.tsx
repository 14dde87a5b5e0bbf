import { beforeEach, describe, expect, it, vi } from 'vitest'
import { newButton } from '#app/features/affiliates/new-button.ts'
import { newPromotion } from '#app/features/promotions/new-promotion.ts'
import { shownText } from '#tests/support/html.ts'
import { renderOffice } from '#tests/support/render.tsx'
import { markPassing } from '#tests/support/screen-results.ts'
import { ButtonTranslations } from './affiliate-buttons/button-translations.tsx'
import { PromotionTranslations } from './promotions/promotion-translations.tsx'
import { SidebarFeatures } from './promotions/sidebar-features.tsx'

/** What the server has answered to the last save of a panel. */
const answered = vi.hoisted(() => ({ outcome: undefined as object | undefined }))

vi.mock('#app/ui/admin/use-translations.ts', async (original) => {
  const { useTranslations } = await original<typeof import('#app/ui/admin/use-translations.ts')>()
  const answering = (...args: Parameters<typeof useTranslations>) => ({
    ...useTranslations(...args),
    ...answered,
  })
  return { useTranslations: answering }
})
vi.mock('#app/ui/banner.tsx', async (importOriginal) => markPassing(await importOriginal()))

beforeEach(() => {
  answered.outcome = undefined
})

const language = (code: string, name: string, nativeName: string, flagCode: string | null = code) => ({
  id: code,
  code,
  name,
  nativeName,
  flagCode,
  isDefault: code === 'en',
  rtl: false,
})
const LANGUAGES = [
  language('de', 'German', 'Deutsch'),
  language('en', 'English', 'English', 'gb'),
  language('it', 'Italian', 'Italiano'),
]
const BUTTON = { ...newButton(), provider: 'Alphabet', button_text: 'Bet now', button_link: '#' }
const PROMOTION = {
  ...newPromotion(0),
  title: 'Welcome offer',
  subtitle: 'Today',
  description: 'A free bet',
  button_text: 'Claim',
}
const SPIN_WHEEL = {
  id: 'w',
  spin_wheel_sidebar_on: true,
  spin_wheel_enabled: true,
  spin_wheel_title: 'Turn it',
  spin_wheel_sub_title: 'Win',
  spin_wheel_button_text: 'Go',
  spin_wheel_link: '#',
}

const OWNERS = { affiliate_button_id: BUTTON.id, promotion_id: PROMOTION.id }

interface Row {
  language_id: string
  [column: string]: string | null
}
const ofButton = (rows: Row[], languages = LANGUAGES) => (
  <ButtonTranslations button={BUTTON} owner={BUTTON.id} languages={languages} translations={rows} isOpen />
)
const ofPromotion = (rows: Row[]) => (
  <PromotionTranslations
    promotion={PROMOTION}
    owner={PROMOTION.id}
    languages={LANGUAGES}
    translations={rows}
    isOpen
  />
)
const ofSpinWheel = (rows: Row[]) => (
  <SidebarFeatures spinWheel={SPIN_WHEEL} languages={LANGUAGES} translations={rows} />
)
const PANELS = { button: ofButton, promotion: ofPromotion, 'spin wheel': ofSpinWheel } as const
const ALL = ['button', 'promotion', 'spin wheel'] as const

const show = (name: keyof typeof PANELS, rows: Row[] = []) => renderOffice(PANELS[name](rows))
/** Of the select box of languages: the texts, and the chosen one. */
const options = (html: string) =>
  [...html.matchAll(/<option value="(?:|..)"( selected="")?>([^<]*)/g)].map(([, on = '', text = '']) =>
    on ? `[${text}]` : text,
  )

async function answer(name: keyof typeof PANELS, outcome: object): Promise<string> {
  answered.outcome = { ...outcome, at: 1 }
  return shownText(await show(name))
}
const missing = (problem = 'problem.required') => ({
  kind: 'invalid',
  problems: [{ id: 'en', column: 'title', problem }],
})

describe('a panel of translations', () => {
  it.each(ALL)('of a %s has the default language chosen', async (name) => {
    expect(options(await show(name)).slice(1)).toEqual([
      'German – Deutsch',
      '[English]',
      'Italian – Italiano',
    ])
  })

  it.each(ALL)('of a %s checks the languages that have a translation', async (name) => {
    const texts = { title: 'Gira', subtitle: null, sub_title: null, description: 'x', button_text: 'Vai' }
    expect(options(await show(name, [{ language_id: 'it', ...OWNERS, ...texts }])).slice(1)).toEqual([
      'German – Deutsch',
      '[English]',
      'Italian – Italiano ✓',
    ])
  })

  it.each([
    ['button', ['Bet now']],
    ['promotion', ['Welcome offer', 'Today', 'A free bet', 'Claim']],
    ['spin wheel', ['Turn it', 'Win', 'Go']],
  ] as const)('of a %s starts a language with the texts of the item itself', async (name, texts) => {
    const html = await show(name)
    const panel = html.slice(html.lastIndexOf('<section'))
    const values = [...panel.matchAll(/<(?:input[^>]*value="([^"]*)"|textarea[^>]*>([^<]*))/g)]
    expect(values.map(([, input, area]) => input ?? area)).toEqual(texts)
  })

  it.each(['button', 'promotion'] as const)(
    'of a %s shows its own stored texts, and no others',
    async (name) => {
      const stored = { language_id: 'en', title: 'T', subtitle: null, description: 'D', button_text: 'Punt' }
      expect(await show(name, [{ ...stored, ...OWNERS }])).toContain('value="Punt"')
      const others = { affiliate_button_id: 'another', promotion_id: 'another' }
      expect(await show(name, [{ ...stored, ...others }])).not.toContain('value="Punt"')
    },
  )

  it('shows the flag of the two letters of a language', async () => {
    expect(await show('button')).toMatch(/<img src="[^"]*\/gb\.webp"/)
  })

  it('shows a globe for a language without a flag', async () => {
    const html = await renderOffice(ofButton([], [language('en', 'English', 'English', null)]))
    expect(html).toContain('#globe"')
    expect(html).not.toContain('<img')
  })

  it.each(ALL)(
    'of a %s reports that it was saved, that it was not, or that a language is missing',
    async (name) => {
      expect(await answer(name, { kind: 'saved', count: 1 })).toContain(
        'passing: Translation saved successfully',
      )
      expect(await answer(name, { kind: 'failed', message: null })).toContain('Failed to save translation')
      expect(await answer(name, { kind: 'no-language' })).toContain('Please select a language')
    },
  )

  it.each([
    ['button', 'buttons.text-required', 'Button text is required'],
    ['promotion', 'problem.required', 'Title, description, and button text are required'],
    ['spin wheel', 'problem.required', 'Title and button text are required'],
  ] as const)('of a %s without a text (%s) reports: %s', async (name, problem, text) => {
    expect(await answer(name, missing(problem))).toContain(text)
  })

  it('waits until its item is saved', async () => {
    const html = await renderOffice(
      <ButtonTranslations button={BUTTON} owner={undefined} languages={LANGUAGES} translations={[]} isOpen />,
    )
    expect(html).toMatch(/<select[^>]*disabled=""/)
    expect(shownText(html)).toContain('Save this item first')
  })
})
