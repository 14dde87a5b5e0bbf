import { ExternalLink, Languages, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { HistoryButton } from '#app/features/history/components/history-button.tsx'
import type { Language } from '#app/features/languages/schema.ts'
import type { EditorPage } from '#app/features/pages/editor-queries.server.ts'
import { columnText, problemText } from '#app/platform/edit/column-text.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { operatorPagePath } from '#app/platform/paths.ts'
import { ConfirmButton } from '#app/ui/admin/confirm-button.tsx'
import { Field, PositionField, TextArea, Toggle } from '#app/ui/admin/fields.tsx'
import { TranslationsPanel } from '#app/ui/admin/translations-panel.tsx'
import type { Editor } from '#app/ui/admin/use-editor.ts'

interface PageText {
  page_id: string
  language_id: string
  title: string
  body: string
}

/** A page's card: its address, its position, whether it is published, and its texts. */
export function PageEditor({
  page,
  stored,
  editor,
  languages,
  texts,
  onUp,
  onDown,
}: {
  page: EditorPage
  /** Undefined while the page is not saved yet. */
  stored: EditorPage | undefined
  editor: Editor<EditorPage>
  languages: readonly Language[]
  /** Those of the page. */
  texts: PageText[]
  /** Undefined on the first page, and on the last. */
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
}) {
  const { t } = useTranslation('admin')
  // Once opened the panel stays mounted: typed text is not lost when it is closed.
  const [panel, setPanel] = useState<'never' | 'open' | 'closed'>('never')
  const { id } = page
  const preset = languages.find(({ isDefault }) => isDefault)
  const title = texts.find(({ language_id }) => language_id === preset?.id)?.title
  const name = title || page.slug || t('pages.new')
  const written = languages.filter((language) =>
    texts.some((text) => text.language_id === language.id && text.body !== ''),
  )
  const emptyProblem = problemText(t, editor.problemOf(id, 'is_published'))
  return (
    <article
      id={cardId(id)}
      aria-label={name}
      data-changed={!stored || editor.isChanged(id) || undefined}
      className="flex flex-col gap-3 rounded-lg border border-card-line bg-card p-4 data-changed:border-warning"
    >
      <header className="flex flex-wrap items-center gap-2">
        <PositionField
          label={name}
          position={page.menu_position}
          min={1}
          changed={editor.isChanged(id, 'menu_position')}
          problem={problemText(t, editor.problemOf(id, 'menu_position'))}
          onPosition={(menu_position) => editor.set(id, { menu_position })}
          onUp={onUp}
          onDown={onDown}
        />
        <h2 className="min-w-0 grow text-base font-semibold break-words text-heading">
          <bdi>{name}</bdi>
        </h2>
        <span className="ms-auto flex">
          {stored && <HistoryButton entity="pages" id={id} name={name} />}
          <ConfirmButton
            label={t('delete.item', { name })}
            title={t('delete.item', { name })}
            text={t('pages.delete-text')}
            confirm={t('delete.button')}
            onConfirm={() => editor.remove(id)}
          >
            <Trash2 aria-hidden="true" className="size-4" />
          </ConfirmButton>
        </span>
      </header>
      <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
        <Field
          label={columnText(t, 'slug')}
          value={page.slug}
          required
          dir="ltr"
          autoCapitalize="none"
          spellCheck={false}
          hint={<span dir="ltr">{operatorPagePath(preset?.code ?? 'en', page.slug || '…')}</span>}
          changed={editor.isChanged(id, 'slug')}
          problem={problemText(t, editor.problemOf(id, 'slug'))}
          onValue={(slug) => editor.set(id, { slug })}
          className="min-w-40 grow basis-56"
        />
        <div className="flex flex-col md:pt-6">
          <Toggle
            label={columnText(t, 'is_published')}
            on={page.is_published}
            changed={editor.isChanged(id, 'is_published')}
            onToggle={(is_published) => editor.set(id, { is_published })}
          />
          {emptyProblem && <p className="text-xs text-danger">{emptyProblem}</p>}
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <button
          type="button"
          aria-expanded={panel === 'open'}
          onClick={() => setPanel(panel === 'open' ? 'closed' : 'open')}
          className="button-quiet min-h-10 px-4 text-sm"
        >
          <Languages aria-hidden="true" className="size-4" />
          {t('pages.texts')}
        </button>
        <p className="grow text-sm text-muted">
          {written.length > 0
            ? t('pages.written', { names: written.map(({ code }) => code).join(', ') })
            : t('pages.unwritten')}
        </p>
        {stored?.is_published && preset && (
          <a
            href={operatorPagePath(preset.code, stored.slug)}
            className="inline-flex min-h-10 items-center gap-1 text-sm text-link underline hover:text-link-hover"
          >
            <ExternalLink aria-hidden="true" className="size-4" />
            {t('pages.view', { name })}
          </a>
        )}
      </div>
      {panel !== 'never' && (
        <div hidden={panel === 'closed'}>
          <TranslationsPanel
            name={name}
            owner={stored ? id : undefined}
            languages={languages}
            rows={texts.map((text) => ({ ...text }))}
            fields={[
              { column: 'title', label: columnText(t, 'title'), required: true },
              {
                column: 'body',
                label: columnText(t, 'body'),
                long: true,
                required: true,
                hint: t('pages.body-hint'),
                input: (props) => (
                  <TextArea {...props} required dir="auto" rows={20} hint={t('pages.body-hint')} />
                ),
              },
            ]}
            defaults={{ title: '', body: '' }}
            unstored={t('pages.unstored')}
            action="/admin/pages/texts"
            isOpen={panel === 'open'}
            invalid={(problem) => problemText(t, problem) ?? t('translate.failed')}
            problemText={(problem) => problemText(t, problem)}
          />
        </div>
      )}
    </article>
  )
}

/** The element id of a page's card. */
export function cardId(id: string): string {
  return `page-${id}`
}
