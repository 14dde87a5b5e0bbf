import type { Language } from '#app/features/languages/schema.ts'
import type { EditorPromotion } from '#app/features/promotions/editor-queries.server.ts'
import { columnText, problemText } from '#app/platform/edit/column-text.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { TranslationsPanel } from '#app/ui/admin/translations-panel.tsx'
import type { TranslationRow } from '#app/ui/admin/use-translations.ts'

/** The texts of a promotion in each language. */
export function PromotionTranslations({
  promotion,
  owner,
  languages,
  translations,
  isOpen,
}: {
  promotion: EditorPromotion
  /** Undefined while the promotion is not saved yet. */
  owner: string | undefined
  languages: readonly Language[]
  /** Of all promotions. */
  translations: readonly TranslationRow[]
  isOpen: boolean
}) {
  const { t } = useTranslation('admin')
  return (
    <TranslationsPanel
      name={promotion.title || t('promotions.new')}
      owner={owner}
      languages={languages}
      rows={translations.filter((row) => row.promotion_id === promotion.id)}
      fields={[
        { column: 'title', label: columnText(t, 'title'), required: true },
        { column: 'subtitle', label: columnText(t, 'subtitle') },
        { column: 'description', label: columnText(t, 'description'), long: true, required: true },
        { column: 'button_text', label: columnText(t, 'button_text'), required: true },
      ]}
      defaults={{
        title: promotion.title,
        subtitle: promotion.subtitle,
        description: promotion.description,
        button_text: promotion.button_text,
      }}
      action="/admin/promotions/translations"
      isOpen={isOpen}
      invalid={(problem) =>
        problem === 'problem.required'
          ? t('promotions.texts-required')
          : (problemText(t, problem) ?? t('translate.failed'))
      }
      problemText={(problem) => problemText(t, problem)}
    />
  )
}
