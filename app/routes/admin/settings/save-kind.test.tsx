import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { DEFAULT_SETTINGS } from '#app/features/settings/default-settings.ts'
import { COLUMNS_OF_TAB } from '#app/features/settings/schema.ts'
import { builtInLabels } from '#app/features/translations/built-in.server.ts'
import { createI18n } from '#app/platform/i18n/i18n.ts'
import { I18nContext } from '#app/platform/i18n/use-translation.ts'
import { mount } from '#tests/support/tiny-react.ts'
import SiteSettings from './route.tsx'

interface Bar {
  editor: { count: number; save: () => void }
  texts: { saved: string; failed: () => string }
}

/** What is edited, and what the screen gives its tabs and its one button. */
const edited = vi.hoisted(() => ({ columns: [] as string[], links: 0, saves: 0 }))
const drawn = vi.hoisted(() => ({ marked: [] as string[], saved: '', failed: '', count: 0, save: () => {} }))
vi.mock('react', async (load) => (await import('#tests/support/tiny-react.ts')).ownHooks(await load()))
vi.mock('react-router', async (load) => ({
  ...(await load<typeof import('react-router')>()),
  useSearchParams: () => [new URLSearchParams('tab=footer')],
}))
vi.mock('#app/ui/admin/use-editor.ts', () => ({
  useEditor: (rows: object[]) => ({
    rows,
    count: (edited.columns.length > 0 ? 1 : 0) + edited.links,
    isChanged: (id: string, column: string) => id === 's' && edited.columns.includes(column),
    save: () => {
      edited.saves += 1
    },
  }),
}))
vi.mock('#app/ui/admin/page.tsx', () => ({ AdminPage: ({ children }: { children: ReactNode }) => children }))
vi.mock('#app/features/history/components/history-button.tsx', () => ({ HistoryButton: () => null }))
vi.mock('#app/ui/admin/tabs.tsx', () => ({
  Tabs: ({ tabs }: { tabs: { key: string; changed: boolean }[] }) => {
    drawn.marked = tabs.flatMap(({ key, changed }) => (changed ? [key] : []))
    return null
  },
  Views: () => null,
}))
vi.mock('#app/ui/admin/save-bar.tsx', () => ({
  SaveBar: ({ editor, texts }: Bar) => {
    const { count, save } = editor
    Object.assign(drawn, { count, save, saved: texts.saved, failed: texts.failed() })
    return null
  },
}))
beforeEach(() => {
  edited.saves = 0
})

const OF_FOOTER = ['Footer settings updated successfully', 'Failed to save changes']
const OF_ALL = ['Settings saved successfully', 'Failed to save settings']

it.each<[what: string, columns: string[], links: number, marked: string[], texts: string[]]>([
  ['a text of the footer', ['footer_about_text'], 0, ['footer'], OF_FOOTER],
  ['a link of the footer', [], 2, ['footer'], OF_FOOTER],
  ['a text and a link of the footer', ['footer_youtube_url'], 1, ['footer'], OF_FOOTER],
  ['the name of the site', ['site_name'], 0, ['general'], OF_ALL],
  ['a colour', ['link_color'], 0, ['appearance'], OF_ALL],
  ['a template', ['match_page_title_template'], 0, ['seo'], OF_ALL],
  ['a link of the footer and a colour', ['link_color'], 1, ['appearance', 'footer'], OF_ALL],
  ['two tabs', ['site_name', 'footer_about_text'], 0, ['general', 'footer'], OF_ALL],
])('a save of %s is of its tabs, and told so', (_, columns, links, marked, texts) => {
  Object.assign(edited, { columns, links })
  const loaderData = {
    settings: { ...DEFAULT_SETTINGS, id: 's' },
    ...{ links: [], languages: [], tabs: COLUMNS_OF_TAB, zones: [], simple: [], example: {}, builtIn: {} },
  }
  mount(
    <I18nContext value={createI18n('en', builtInLabels('en'))}>
      <SiteSettings {...({ loaderData } as unknown as Parameters<typeof SiteSettings>[0])} />
    </I18nContext>,
  )
  expect(drawn.marked).toEqual(marked)
  expect(drawn.count).toBe(columns.length + links)
  drawn.save()
  expect([edited.saves, drawn.saved, drawn.failed]).toEqual([1, ...texts])
})
