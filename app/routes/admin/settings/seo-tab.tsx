import { useState } from 'react'
import { ImageField } from '#app/features/media/components/image-field.tsx'
import { createPageHead, type SeoPage } from '#app/features/seo/rules.ts'
import type { SeoTemplates } from '#app/features/seo/schema.ts'
import { builtInTemplates, columnsOf, SEO_PAGE_NAMES, SEO_PAGES } from '#app/features/seo/templates.ts'
import { MAX_HEAD_SCRIPTS } from '#app/features/settings/limits.ts'
import { withoutInheritedBuiltIn } from '#app/features/translations/inherited-texts.ts'
import { problemText } from '#app/platform/edit/column-text.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { TextArea } from '#app/ui/admin/fields.tsx'
import { Panel } from '#app/ui/admin/page.tsx'
import { Tabs, Views } from '#app/ui/admin/tabs.tsx'
import { type PanelLanguage, TranslationsPanel } from '#app/ui/admin/translations-panel.tsx'
import type { TranslationRow } from '#app/ui/admin/use-translations.ts'
import { type SettingsForm, settingText, TextSetting } from './form.tsx'
import { NotLoaded } from './not-loaded.tsx'
import { SearchPreview } from './search-preview.tsx'
import { TemplateField } from './template-field.tsx'

const PARTS = [...SEO_PAGE_NAMES, 'scripts'] as const

export interface SeoData {
  /** Null when they could not be read. */
  translations: TranslationRow[] | null
  languages: readonly (PanelLanguage & { code: string })[] | null
  /** The names for the preview of templates. */
  example: Record<string, string>
  /** The built-in templates, by the code of each language. */
  builtIn: Record<string, Record<string, string>>
}

/** The texts of each kind of page for search engines and social sites, and the scripts of the head. */
export function SeoTab({
  form,
  data,
  part,
  to,
}: {
  form: SettingsForm
  data: SeoData
  part: string
  to: (part: string) => string
}) {
  const { t } = useTranslation('admin')
  const [translating, setTranslating] = useState(false)
  const current = PARTS.find((it) => it === part) ?? 'home'
  return (
    <>
      <Tabs
        label={t('settings.tab-seo')}
        current={current}
        to={to}
        tabs={PARTS.map((key) => ({ key, text: t(`settings.part-${key}`) }))}
      />
      {current !== 'scripts' && (
        <button
          type="button"
          aria-expanded={translating}
          onClick={() => setTranslating(!translating)}
          className="button-quiet min-h-10 self-start px-4 text-sm"
        >
          {t(translating ? 'settings.hide-translations' : 'settings.manage-translations')}
        </button>
      )}
      <Views
        current={current}
        views={{
          ...Object.fromEntries(
            SEO_PAGE_NAMES.map((page) => [
              page,
              () => (
                <Views
                  current={translating ? 'translations' : 'plain'}
                  views={{
                    plain: () => <PageTexts form={form} page={page} data={data} />,
                    translations: () => <Translations form={form} page={page} data={data} />,
                  }}
                />
              ),
            ]),
          ),
          scripts: () => <HeadScripts form={form} />,
        }}
      />
    </>
  )
}

/** The fallbacks of a language without templates. */
const fallbackTexts = (data: SeoData, language: string | undefined) =>
  builtInTemplates(data.builtIn[language ?? ''] ?? {})

function PageTexts({ form, page, data }: { form: SettingsForm; page: SeoPage; data: SeoData }) {
  const { t } = useTranslation('admin')
  const { variables, description } = SEO_PAGES[page]
  const { values } = form
  const language = data.languages?.find(({ isDefault }) => isDefault)?.code
  return (
    <Panel title={t(`settings.part-${page}`)}>
      {columnsOf(page).map((column) => (
        <TemplateField
          key={column}
          label={settingText(t, column)}
          value={values[column] ?? ''}
          variables={variables}
          rows={column === description ? 2 : 1}
          placeholder={fallbackTexts(data, language)[column] ?? undefined}
          changed={form.isChanged(column)}
          problem={form.problemOf(column)}
          onValue={(value) => form.set({ [column]: value })}
        />
      ))}
      {page === 'home' && (
        <>
          <TextSetting form={form} column="default_meta_title" hint={t('settings.default-meta-hint')} />
          <TextSetting form={form} column="default_meta_description" long />
          <ImageField
            label={settingText(t, 'social_image_url')}
            value={values.social_image_url}
            purpose="social"
            changed={form.isChanged('social_image_url')}
            problem={form.problemOf('social_image_url')}
            hint={t('settings.social-image-hint')}
            onValue={(url) => form.set({ social_image_url: url })}
          />
        </>
      )}
      <Result form={form} page={page} data={data} templates={values} language={language} />
    </Panel>
  )
}

/** The page with these templates as listed by a search engine. */
function Result({
  form: { values },
  page,
  data,
  templates,
  language,
}: {
  form: SettingsForm
  page: SeoPage
  data: SeoData
  templates: Partial<SeoTemplates>
  language: string | undefined
}) {
  const head = createPageHead({
    page,
    language: language ?? '',
    templates,
    builtIn: data.builtIn[language ?? ''] ?? {},
    variables: data.example,
    siteName: values.site_name,
    path: '',
    isVariation: false,
  })
  return (
    <SearchPreview
      page={page}
      head={head}
      example={data.example}
      siteUrl={values.site_url}
      language={language}
    />
  )
}

function Translations({ form, page, data }: { form: SettingsForm; page: SeoPage; data: SeoData }) {
  const { t } = useTranslation('admin')
  const { title, description, keywords, variables } = SEO_PAGES[page]
  const { translations, languages } = data
  if (!translations || !languages) return <NotLoaded>{t('load.translations')}</NotLoaded>
  const columns = columnsOf(page)
  const codeOf = (id: string) => languages.find((it) => it.id === id)?.code
  // The same fallback as on the site: the default language's texts, then the site's own, unless they are its built-in ones.
  const fallback = languages.find(({ isDefault }) => isDefault)
  const ofDefault = translations.find(({ language_id }) => language_id === fallback?.id)
  const behind = (id: string): Partial<SeoTemplates> => {
    const isFallback = id === fallback?.id
    const texts = columns.map((column) => [
      column,
      (!isFallback && ofDefault?.[column]) || (form.values[column] ?? null),
    ])
    const inherited = Object.fromEntries(texts)
    return isFallback
      ? inherited
      : withoutInheritedBuiltIn(inherited, {}, [fallbackTexts(data, fallback?.code)])
  }
  return (
    <TranslationsPanel
      name={t(`settings.part-${page}`)}
      owner={null}
      languages={languages}
      // A row has the texts of all pages: without a text of this page it is not a translation of it.
      rows={translations.filter((row) => columns.some((column) => row[column]))}
      fields={columns.map((column) => ({
        column,
        label: settingText(t, column),
        long: column === description,
        required: column === title || column === description,
        input: (props) => (
          <TemplateField
            {...props}
            variables={variables}
            rows={column === description ? 2 : 1}
            placeholder={undefined}
          />
        ),
      }))}
      defaults={(id) =>
        Object.fromEntries(
          columns.map((column) => [
            column,
            behind(id)[column] || fallbackTexts(data, codeOf(id))[column] || null,
          ]),
        )
      }
      optional={keywords ? [keywords] : []}
      unstored={t('content.defaults')}
      action={`/admin/settings/translations/${page}`}
      invalid={(problem) => problemText(t, problem) ?? t('translate.failed')}
      problemText={(problem) => problemText(t, problem)}
      result={(texts, id) => {
        const written = Object.fromEntries(Object.entries(texts).filter(([, text]) => text?.trim()))
        return (
          <Result
            form={form}
            page={page}
            data={data}
            templates={{ ...form.values, ...behind(id), ...written }}
            language={codeOf(id)}
          />
        )
      }}
    />
  )
}

function HeadScripts({ form }: { form: SettingsForm }) {
  const { t } = useTranslation('admin')
  const value = form.values.head_scripts ?? ''
  const count = t('settings.characters', { length: value.length, most: MAX_HEAD_SCRIPTS })
  return (
    <Panel title={t('settings.part-scripts')}>
      <p className="text-sm text-muted">{t('settings.scripts-text')}</p>
      <TextArea
        label={settingText(t, 'head_scripts')}
        value={value}
        rows={16}
        dir="ltr"
        spellCheck={false}
        autoComplete="off"
        changed={form.isChanged('head_scripts')}
        problem={form.problemOf('head_scripts') ?? (value.length > MAX_HEAD_SCRIPTS ? count : undefined)}
        hint={count}
        onValue={(head_scripts) => form.set({ head_scripts })}
        className="font-mono"
      />
      <p className="text-sm text-muted">{t('settings.scripts-origins')}</p>
    </Panel>
  )
}
