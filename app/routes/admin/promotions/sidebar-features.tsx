import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import { HistoryButton } from '#app/features/history/components/history-button.tsx'
import type { Language } from '#app/features/languages/schema.ts'
import type { EditorSpinWheel } from '#app/features/promotions/editor-queries.server.ts'
import { columnText, problemText } from '#app/platform/edit/column-text.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Field, Toggle } from '#app/ui/admin/fields.tsx'
import { Panel } from '#app/ui/admin/page.tsx'
import { ReadyAction } from '#app/ui/admin/ready-action.tsx'
import { NotAdmitted, SaveBar } from '#app/ui/admin/save-bar.tsx'
import { TranslationsPanel } from '#app/ui/admin/translations-panel.tsx'
import { type EditorOutcome, useEditor } from '#app/ui/admin/use-editor.ts'
import type { TranslationRow } from '#app/ui/admin/use-translations.ts'
import { Banner, PassingBanner } from '#app/ui/banner.tsx'

const ACTION = '/admin/promotions/spin-wheel'

const TEXTS = [
  'spin_wheel_title',
  'spin_wheel_sub_title',
  'spin_wheel_button_text',
  'spin_wheel_link',
] as const

/** The spin wheel: its places, which are saved at once, and its texts, which have their own save. */
export function SidebarFeatures({
  spinWheel,
  languages,
  translations,
}: {
  spinWheel: EditorSpinWheel
  languages: readonly Language[]
  translations: readonly TranslationRow[]
}) {
  const { t } = useTranslation('admin')
  const editor = useEditor([spinWheel], ACTION)
  const shown = editor.rows[0] ?? spinWheel
  const on = spinWheel.spin_wheel_sidebar_on
  const { id } = spinWheel
  return (
    <Panel
      title={t('promotions.sidebar-features')}
      actions={<HistoryButton entity="site_settings" id={id} name={t('promotions.wheel')} />}
    >
      <ReadyAction at={ACTION} />
      <Visibility spinWheel={spinWheel} />
      <fieldset disabled={!on} className="grid gap-3 md:grid-cols-2 xl:grid-cols-4">
        <legend className="sr-only">{t('promotions.wheel')}</legend>
        {TEXTS.map((column) => (
          <Field
            key={column}
            label={columnText(t, column)}
            value={shown[column]}
            dir={column === 'spin_wheel_link' ? 'ltr' : 'auto'}
            disabled={!on}
            changed={editor.isChanged(id, column)}
            problem={problemText(t, editor.problemOf(id, column))}
            onValue={(text) => editor.set(id, { [column]: text })}
          />
        ))}
      </fieldset>
      {!on && <p className="text-sm text-muted">{t('promotions.wheel-off')}</p>}
      <SaveBar
        editor={editor}
        ofPart
        texts={{
          save: t('promotions.wheel-save'),
          saved: t('promotions.wheel-saved'),
          failed: () => t('promotions.wheel-failed'),
          invalid: (problem) => problemText(t, problem) ?? '',
          column: (column) => columnText(t, column),
        }}
      />
      <details>
        <summary className="min-h-10 cursor-pointer text-sm text-link underline">
          {t('promotions.wheel-translations')}
        </summary>
        <TranslationsPanel
          name={t('promotions.wheel')}
          owner={null}
          languages={languages}
          rows={translations}
          fields={[
            { column: 'title', label: columnText(t, 'title'), required: true },
            { column: 'sub_title', label: columnText(t, 'subtitle') },
            { column: 'button_text', label: columnText(t, 'button_text'), required: true },
          ]}
          defaults={{
            title: shown.spin_wheel_title,
            sub_title: shown.spin_wheel_sub_title,
            button_text: shown.spin_wheel_button_text,
          }}
          action="/admin/promotions/spin-wheel-translations"
          invalid={(problem) =>
            problem === 'problem.required'
              ? t('promotions.wheel-texts-required')
              : (problemText(t, problem) ?? t('translate.failed'))
          }
          problemText={(problem) => problemText(t, problem)}
        />
      </details>
    </Panel>
  )
}

type Place = 'spin_wheel_sidebar_on' | 'spin_wheel_enabled'

/** The sidebar, and the popup of the mobile bar, which follows the sidebar until one of them is set. */
function Visibility({ spinWheel }: { spinWheel: EditorSpinWheel }) {
  const { t } = useTranslation('admin')
  const fetcher = useFetcher<EditorOutcome>()
  const [outcome, setOutcome] = useState<EditorOutcome & { at: number }>()
  useEffect(() => {
    if (fetcher.state === 'idle' && fetcher.data) setOutcome({ ...fetcher.data, at: Date.now() })
  }, [fetcher.state, fetcher.data])
  const toggle = (place: Place, on: boolean) => {
    setOutcome(undefined)
    const change = { id: spinWheel.id, before: { [place]: spinWheel[place] }, after: { [place]: on } }
    fetcher.submit(JSON.stringify({ create: [], update: [change], remove: [] }), {
      method: 'post',
      action: ACTION,
      encType: 'application/json',
    })
  }
  const inSidebar = spinWheel.spin_wheel_sidebar_on
  const places = {
    spin_wheel_sidebar_on: inSidebar,
    spin_wheel_enabled: spinWheel.spin_wheel_enabled ?? inSidebar,
  }
  return (
    <>
      <div className="flex flex-wrap gap-x-6">
        {(['spin_wheel_sidebar_on', 'spin_wheel_enabled'] as const).map((place) => (
          <Toggle
            key={place}
            label={columnText(t, place)}
            on={places[place]}
            unavailable={fetcher.state !== 'idle'}
            onToggle={(on) => toggle(place, on)}
          />
        ))}
      </div>
      {outcome?.kind === 'saved' && (
        <PassingBanner key={outcome.at}>{t('promotions.wheel-visibility-saved')}</PassingBanner>
      )}
      <NotAdmitted outcome={outcome} />
      {outcome &&
        outcome.kind !== 'saved' &&
        outcome.kind !== 'signed-out' &&
        outcome.kind !== 'forbidden' && <Banner tone="error">{t('save.failed')}</Banner>}
    </>
  )
}
