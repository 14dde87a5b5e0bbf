import { useState } from 'react'
import { LINK_SECTIONS } from '#app/features/footer/schema.ts'
import { ImageField } from '#app/features/media/components/image-field.tsx'
import { FOOTER_TEXTS } from '#app/features/settings/schema.ts'
import { problemText } from '#app/platform/edit/column-text.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Panel } from '#app/ui/admin/page.tsx'
import { type PanelLanguage, TranslationsPanel } from '#app/ui/admin/translations-panel.tsx'
import type { Editor } from '#app/ui/admin/use-editor.ts'
import type { TranslationRow } from '#app/ui/admin/use-translations.ts'
import { type EditorRow, type SettingsForm, settingText, TextSetting, ToggleSetting } from './form.tsx'
import { LinkList } from './link-list.tsx'
import { NotLoaded } from './not-loaded.tsx'

export interface FooterData {
  /** Each null when it could not be read. */
  links: readonly { id: string }[] | null
  linkTranslations: TranslationRow[] | null
  sections: TranslationRow[] | null
  languages: readonly PanelLanguage[] | null
}

const TITLES = { quick_links: 'footer_links_title', legal: 'footer_legal_title' } as const
const SOCIAL = [
  'footer_facebook_url',
  'footer_twitter_url',
  'footer_instagram_url',
  'footer_youtube_url',
] as const
const STRIPS = [
  ['footer_show_payment_methods', 'footer_payment_methods_image_url'],
  ['footer_show_security_badges', 'footer_security_badges_image_url'],
] as const

/** The settings of the footer. */
export function FooterTab({
  form,
  editor,
  data,
}: {
  form: SettingsForm
  editor: Editor<EditorRow>
  data: FooterData
}) {
  const { t } = useTranslation('admin')
  return (
    <>
      <Panel title={t('settings.about')}>
        <TextSetting form={form} column="footer_about_title" />
        <TextSetting form={form} column="footer_about_text" long />
      </Panel>
      {LINK_SECTIONS.map((section) => (
        <Panel key={section} title={t(`settings.${section}`)}>
          <TextSetting form={form} column={TITLES[section]} />
          {data.links ? (
            <LinkList
              section={section}
              editor={editor}
              languages={data.languages}
              translations={data.linkTranslations}
            />
          ) : (
            <NotLoaded>{t('load.footer-links')}</NotLoaded>
          )}
        </Panel>
      ))}
      <Panel title={t('settings.social')}>
        <TextSetting form={form} column="footer_social_title" />
        <div className="grid gap-3 md:grid-cols-2">
          {SOCIAL.map((column) => (
            <TextSetting key={column} form={form} column={column} address />
          ))}
        </div>
        <p className="text-xs text-muted">{t('settings.social-hint')}</p>
      </Panel>
      <Panel title={t('settings.bottom')}>
        <TextSetting form={form} column="footer_copyright_text" />
        {STRIPS.map(([toggle, image]) => (
          <div key={toggle} className="flex flex-col gap-1">
            <ToggleSetting form={form} column={toggle} />
            <ImageField
              label={settingText(t, image)}
              value={form.values[image]}
              purpose="strip"
              changed={form.isChanged(image)}
              problem={form.problemOf(image)}
              hint={form.values[toggle] && !form.values[image] ? t('settings.image-needed') : undefined}
              onValue={(url) => form.set({ [image]: url })}
            />
          </div>
        ))}
      </Panel>
      <SectionTranslations form={form} data={data} />
    </>
  )
}

const LONG = new Set<string>(['about_text'])

function SectionTranslations({ form, data }: { form: SettingsForm; data: FooterData }) {
  const { t } = useTranslation('admin')
  const [open, setOpen] = useState<'never' | 'open' | 'closed'>('never')
  return (
    <Panel
      title={t('settings.section-translations')}
      actions={
        <button
          type="button"
          aria-expanded={open === 'open'}
          onClick={() => setOpen(open === 'open' ? 'closed' : 'open')}
          className="button-quiet min-h-10 px-4 text-sm"
        >
          {t(open === 'open' ? 'settings.hide-translations' : 'settings.manage-translations')}
        </button>
      }
    >
      {open !== 'never' && <div hidden={open === 'closed'}>{panel()}</div>}
    </Panel>
  )

  function panel() {
    if (!data.sections || !data.languages) return <NotLoaded>{t('load.translations')}</NotLoaded>
    return (
      <TranslationsPanel
        name={t('settings.tab-footer')}
        owner={null}
        languages={data.languages}
        rows={data.sections}
        fields={FOOTER_TEXTS.map((column) => ({
          column,
          label: settingText(t, `footer_${column}`),
          long: LONG.has(column),
          required: true,
        }))}
        defaults={Object.fromEntries(FOOTER_TEXTS.map((column) => [column, form.values[`footer_${column}`]]))}
        action="/admin/settings/translations/sections"
        invalid={(problem) => problemText(t, problem) ?? t('translate.failed')}
        problemText={(problem) => problemText(t, problem)}
      />
    )
  }
}
