import { useMemo, useState } from 'react'
import { type ShouldRevalidateFunctionArgs, useSearchParams } from 'react-router'
import { saveLinks } from '#app/features/footer/commands.server.ts'
import {
  listEditorLinks,
  listLinkTranslations,
  listSectionTranslations,
} from '#app/features/footer/editor-queries.server.ts'
import { linkChange } from '#app/features/footer/editor-schema.ts'
import { HistoryButton } from '#app/features/history/components/history-button.tsx'
import { listAllLanguages } from '#app/features/languages/queries.server.ts'
import {
  listBuiltInTemplates,
  listSeoTranslations,
  readExampleVariables,
} from '#app/features/seo/editor-queries.server.ts'
import { openSettings, saveSettings } from '#app/features/settings/commands.server.ts'
import { COLUMNS_OF_TAB, SIMPLE_SETTINGS, settingsChange } from '#app/features/settings/schema.ts'
import type { FieldProblem } from '#app/platform/edit/schema.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import type { Services } from '#app/platform/services.ts'
import { listTimeZones } from '#app/platform/time-zones.ts'
import { AdminPage } from '#app/ui/admin/page.tsx'
import { SaveBar } from '#app/ui/admin/save-bar.tsx'
import { Tabs, Views } from '#app/ui/admin/tabs.tsx'
import { useEditor } from '#app/ui/admin/use-editor.ts'
import { checkChanges, readChanges } from '../changes.server.ts'
import { adminAction, backOffice, reading } from '../guard.server.ts'
import type { Route } from './+types/route'
import { AppearanceTab } from './appearance-tab.tsx'
import { FooterTab } from './footer-tab.tsx'
import { type EditorRow, settingsForm } from './form.tsx'
import { GeneralTab } from './general-tab.tsx'
import { saveTexts } from './save-texts.ts'
import { SeoTab } from './seo-tab.tsx'

export { ScreenError as ErrorBoundary } from '../error.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { services } = backOffice(context, 'settings.read')
  const settings = await reading(services, 'settings', openSettings(services))
  const part = <T,>(work: Promise<T>) => orNull(services, work)
  const [links, linkTranslations, sections, seo, languages, example] = await Promise.all([
    part(listEditorLinks(services)),
    part(listLinkTranslations(services)),
    part(listSectionTranslations(services)),
    part(listSeoTranslations(services)),
    part(listAllLanguages(services)),
    part(readExampleVariables(services)),
  ])
  const builtIn = await part(listBuiltInTemplates(services, languages ?? []))
  return {
    settings,
    links,
    linkTranslations,
    sections,
    seo,
    languages,
    example: example ?? {},
    builtIn: builtIn ?? {},
    zones: listTimeZones(),
    tabs: COLUMNS_OF_TAB,
    simple: SIMPLE_SETTINGS,
  }
}

/** A part that cannot be read does not affect the others: the screen reports which one is missing. */
async function orNull<T>(services: Services, work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    services.log.error({ err: error }, 'a part of the settings could not be read')
    return null
  }
}

export const action = adminAction('settings.change', async ({ services, actor, request }) => {
  const { create, update, remove } = await readChanges(request)
  const { id: own } = await openSettings(services)
  const isOwn = ({ id }: { id: string }) => id === own
  const settings = checkChanges({ create: [], update: update.filter(isOwn), remove: [] }, settingsChange)
  const links = checkChanges({ create, update: update.filter((it) => !isOwn(it)), remove }, linkChange)
  const problems: FieldProblem[] = [...settings.problems, ...links.problems]
  if (problems.length > 0) return { kind: 'invalid' as const, problems }
  return saveSettings(services, settings.changes, actor, (tx) => saveLinks(tx, links.changes, actor))
})

/** Switching tabs loads nothing again. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const sameScreen = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
  return sameScreen && !formMethod ? false : defaultShouldRevalidate
}

const TABS = ['general', 'appearance', 'seo', 'footer'] as const

export default function SiteSettings({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('admin')
  const [query] = useSearchParams()
  const { settings, links, languages } = loaderData
  const rows = useMemo<EditorRow[]>(() => [settings, ...(links ?? [])], [settings, links])
  const editor = useEditor(rows)
  const form = settingsForm(editor, settings, t)
  const [footerAlone, setFooterAlone] = useState(false)

  const tab = TABS.find((it) => it === query.get('tab')) ?? 'general'
  const part = query.get('part') ?? ''
  const changed = new Set(
    Object.keys(form.values).filter((column) => editor.isChanged(settings.id, column as 'id')),
  )
  const linksChanged = editor.count > (changed.size > 0 ? 1 : 0)
  const isChanged = (name: (typeof TABS)[number]) =>
    loaderData.tabs[name].some((column) => changed.has(column)) || (name === 'footer' && linksChanged)
  const save = () => {
    setFooterAlone(TABS.every((name) => name === 'footer' || !isChanged(name)))
    editor.save()
  }
  // The count is that of fields, not of the single row.
  const count = changed.size > 0 ? editor.count - 1 + changed.size : editor.count
  return (
    <AdminPage
      title={t('settings.title')}
      description={t('settings.description')}
      actions={<HistoryButton entity="site_settings" id={settings.id} name={t('settings.title')} />}
    >
      <Tabs
        label={t('settings.title')}
        current={tab}
        to={(key) => `?tab=${key}`}
        tabs={TABS.map((key) => ({ key, text: t(`settings.tab-${key}`), changed: isChanged(key) }))}
      />
      <Views
        current={tab}
        views={{
          general: () => <GeneralTab form={form} zones={loaderData.zones} simple={loaderData.simple} />,
          appearance: () => (
            <AppearanceTab form={form} part={part} to={(key) => `?tab=appearance&part=${key}`} />
          ),
          seo: () => (
            <SeoTab
              form={form}
              part={part}
              to={(key) => `?tab=seo&part=${key}`}
              data={{
                translations: loaderData.seo,
                languages,
                example: loaderData.example,
                builtIn: loaderData.builtIn,
              }}
            />
          ),
          footer: () => <FooterTab form={form} editor={editor} data={loaderData} />,
        }}
      />
      <SaveBar editor={{ ...editor, count, save }} texts={saveTexts(t, footerAlone)} />
    </AdminPage>
  )
}
