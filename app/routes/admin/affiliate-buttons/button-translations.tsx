import type { EditorButton } from '#app/features/affiliates/editor-queries.server.ts'
import type { Language } from '#app/features/languages/schema.ts'
import { problemText } from '#app/platform/edit/column-text.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { TranslationsPanel } from '#app/ui/admin/translations-panel.tsx'
import type { TranslationRow } from '#app/ui/admin/use-translations.ts'

/** The text of a button in each language. */
export function ButtonTranslations({
  button,
  owner,
  languages,
  translations,
  isOpen,
}: {
  button: EditorButton
  /** Undefined while the button is not saved yet. */
  owner: string | undefined
  languages: readonly Language[]
  /** Of all buttons. */
  translations: readonly TranslationRow[]
  isOpen: boolean
}) {
  const { t } = useTranslation('admin')
  return (
    <TranslationsPanel
      name={button.provider || t('buttons.new')}
      owner={owner}
      languages={languages}
      rows={translations.filter((row) => row.affiliate_button_id === button.id)}
      fields={[{ column: 'button_text', label: t('column.button-text'), required: true }]}
      defaults={{ button_text: button.button_text }}
      action="/admin/affiliate-buttons/translations"
      isOpen={isOpen}
      invalid={(problem) => problemText(t, problem) ?? t('translate.failed')}
      problemText={(problem) => problemText(t, problem)}
    />
  )
}
