import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { columnsOf, SEO_PAGE_NAMES, SEO_PAGES } from '#app/features/seo/templates.ts'
import { DEFAULT_SETTINGS } from '#app/features/settings/default-settings.ts'
import { FOOTER_TEXTS } from '#app/features/settings/schema.ts'
import { builtInLabels } from '#app/features/translations/built-in.server.ts'
import { createI18n } from '#app/platform/i18n/i18n.ts'
import { I18nContext } from '#app/platform/i18n/use-translation.ts'
import type { TranslationsPanel } from '#app/ui/admin/translations-panel.tsx'
import { editorOf } from '#tests/support/controls.tsx'
import { mount } from '#tests/support/tiny-react.ts'
import { FooterTab } from './footer-tab.tsx'
import type { SettingsForm } from './form.tsx'
import { LinkList } from './link-list.tsx'
import { SeoTab } from './seo-tab.tsx'

type Panel = Parameters<typeof TranslationsPanel>[0]

/** The panels of the last rendering. */
const drawn = vi.hoisted(() => ({ panels: [] as unknown[] }))
const controls = vi.hoisted(() => () => import('#tests/support/controls.tsx'))
vi.mock('react', async (load) => (await import('#tests/support/tiny-react.ts')).ownHooks(await load()))
vi.mock('react-router', async (load) => ({
  ...(await load<typeof import('react-router')>()),
  ...(await controls()).replaced.router,
}))
vi.mock('#app/ui/admin/fields.tsx', async () => (await controls()).replaced.fields)
vi.mock('#app/ui/admin/icon-button.tsx', async () => (await controls()).replaced.iconButton)
vi.mock('#app/ui/admin/remove-button.tsx', async () => (await controls()).replaced.removeButton)
vi.mock('#app/features/media/components/image-field.tsx', async () => (await controls()).replaced.imageField)
vi.mock(
  '#app/features/history/components/history-button.tsx',
  async () => (await controls()).replaced.historyButton,
)
vi.mock('./template-field.tsx', () => ({ TemplateField: () => <b>a plain field</b> }))
vi.mock('./search-preview.tsx', () => ({ SearchPreview: () => null }))
vi.mock('#app/ui/admin/translations-panel.tsx', () => ({
  TranslationsPanel: (panel: Panel) => {
    drawn.panels.push(panel)
    return <b>a panel of translations</b>
  },
}))
beforeEach(() => void drawn.panels.splice(0))

const language = (id: string, isDefault: boolean) => ({
  ...{ id, code: id, name: id, nativeName: id, flagCode: null, isDefault },
})
const LANGUAGES = [language('en', false), language('it', true), language('de', false)]
const form = {
  values: { ...DEFAULT_SETTINGS, id: 's' },
  set: () => {},
  isChanged: () => false,
  problemOf: () => undefined,
} as unknown as SettingsForm

function open(element: ReactNode) {
  const page = mount(<I18nContext value={createI18n('en', builtInLabels('en'))}>{element}</I18nContext>)
  /** Presses a button. @returns the panels that are drawn then */
  const press = (label: string) => {
    const button = page.all('button').find(({ props, text }) => (props['aria-label'] ?? text) === label)
    if (!button) throw new Error(`there is no button "${label}"`)
    drawn.panels.splice(0)
    const { onClick } = button.props as { onClick: (event: object) => void }
    onClick({})
    return drawn.panels as Panel[]
  }
  /** What can be shown or not, and is shown. */
  const shown = () =>
    page.all('div').flatMap(({ props, text }) => ('hidden' in props && !props.hidden ? [text] : []))
  return { press, shown }
}

describe('a translation of a link of the footer', () => {
  it('is of this link, with its own title to start from', () => {
    const links = ['Terms', 'Imprint'].map((title, at) => ({
      ...{ id: `id of ${title}`, section_type: 'legal', title, url: '/', is_active: true, menu_position: at },
    }))
    const rows = links.map(({ id, title }) => ({
      footer_link_id: id,
      language_id: 'it',
      title: `${title} it`,
    }))
    const { press, shown } = open(
      <LinkList
        section="legal"
        editor={editorOf(links) as never}
        languages={LANGUAGES}
        translations={rows}
      />,
    )
    for (const at of [1, 0]) {
      const panels = press(`Translations: ${links[at]?.title}`)
      expect(panels.findLast(({ owner }) => owner === links[at]?.id)).toMatchObject({
        ...{ name: links[at]?.title, rows: [rows[at]], defaults: { title: links[at]?.title } },
        action: '/admin/settings/translations/links',
        languages: LANGUAGES,
      })
    }
    expect(shown()).toHaveLength(2)
    press('Translations: Terms')
    expect(shown()).toHaveLength(1)
  })
})

describe('the translations of the footer', () => {
  it('are shown by a button, and hidden again', () => {
    const sections = [{ language_id: 'it', about_title: 'Chi siamo' }]
    const data = { links: [], linkTranslations: [], sections, languages: LANGUAGES }
    const { press, shown } = open(<FooterTab form={form} editor={editorOf([]) as never} data={data} />)
    expect(shown()).toEqual([])
    const [panel] = press('Manage Translations')
    expect(panel).toMatchObject({ owner: null, rows: sections, languages: LANGUAGES })
    expect(panel?.action).toBe('/admin/settings/translations/sections')
    expect(panel?.fields.map(({ column, required }) => [column, required])).toEqual(
      FOOTER_TEXTS.map((column) => [column, true]),
    )
    expect(panel?.defaults).toEqual(
      Object.fromEntries(FOOTER_TEXTS.map((column) => [column, form.values[`footer_${column}`]])),
    )
    expect(shown()).toEqual(['a panel of translations'])
    press('Hide Translations')
    expect(shown()).toEqual([])
  })
})

describe('the translations of search texts', () => {
  it.each(SEO_PAGE_NAMES)('of the page %s stand in the place of its fields, and give it back', (page) => {
    const columns = columnsOf(page)
    const other = SEO_PAGE_NAMES.find((it) => it !== page) ?? 'home'
    const { title, description } = SEO_PAGES[page]
    const row = (language_id: string, texts: object) => ({ language_id, ...texts })
    const own = row('it', { [title]: 'Titolo' })
    // German has texts of another kind of page alone.
    const translations = [own, row('de', { [SEO_PAGES[other].title]: 'Titel' })]
    const builtIn = { de: { [`seo.${page}-description`]: 'Eingebaut' } }
    const values = { ...form.values, [title]: 'Of the site', [description]: null }
    const { press, shown } = open(
      <SeoTab
        form={{ ...form, values } as SettingsForm}
        part={page}
        to={() => ''}
        data={{ translations, languages: LANGUAGES, example: {}, builtIn } as never}
      />,
    )
    expect(shown().at(-1)).toContain('a plain field')
    const panel = press('Manage Translations').at(-1)
    expect(panel).toMatchObject({ owner: null, rows: [own], languages: LANGUAGES })
    expect(panel?.action).toBe(`/admin/settings/translations/${page}`)
    expect(panel?.fields.map(({ column }) => column)).toEqual(columns)
    expect(panel?.fields.flatMap(({ column, required }) => (required ? [column] : []))).toEqual([
      title,
      description,
    ])
    const defaults = panel?.defaults as (language: string) => object
    // The default language's text, else the built-in one; of the default language itself, the site's.
    expect(defaults('de')).toMatchObject({ [title]: 'Titolo', [description]: 'Eingebaut' })
    expect(defaults('it')).toMatchObject({ [title]: 'Of the site', [description]: null })
    expect(shown().at(-1)).toBe('a panel of translations')
    press('Hide Translations')
    expect(shown().at(-1)).toContain('a plain field')
  })
})
