import { ChevronDown, ChevronUp, Languages, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { byPosition, swapWithNeighbour } from '#app/features/catalogue/positions.ts'
import type { EditorLink } from '#app/features/footer/editor-queries.server.ts'
import { newLink } from '#app/features/footer/rules.ts'
import type { LinkSection } from '#app/features/footer/schema.ts'
import { HistoryButton } from '#app/features/history/components/history-button.tsx'
import { columnText, problemText } from '#app/platform/edit/column-text.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Field, Toggle } from '#app/ui/admin/fields.tsx'
import { focusOpened } from '#app/ui/admin/focus-opened.ts'
import { IconButton } from '#app/ui/admin/icon-button.tsx'
import { newId } from '#app/ui/admin/new-id.ts'
import { RemoveButton } from '#app/ui/admin/remove-button.tsx'
import { type PanelLanguage, TranslationsPanel } from '#app/ui/admin/translations-panel.tsx'
import type { Editor } from '#app/ui/admin/use-editor.ts'
import type { TranslationRow } from '#app/ui/admin/use-translations.ts'
import type { EditorRow } from './form.tsx'
import { NotLoaded } from './not-loaded.tsx'

interface Shared {
  editor: Editor<EditorRow>
  /** Null when they could not be read. */
  languages: readonly PanelLanguage[] | null
  translations: TranslationRow[] | null
}

/** The links of one section in their order. New and removed links are stored with Save Changes. */
export function LinkList({ section, ...shared }: Shared & { section: LinkSection }) {
  const { t } = useTranslation('admin')
  const { editor } = shared
  const links = (editor.rows as unknown as EditorLink[])
    .filter((row) => row.section_type === section)
    .map((row) => ({ ...row, name: '' }))
    .sort(byPosition)
  const list = useRef<HTMLUListElement>(null)
  const add = () => {
    editor.add(newLink(newId(), section, links))
    focusOpened(() => list.current?.querySelector<HTMLElement>('li:last-child input'))
  }
  const mover = (index: number, step: -1 | 1) =>
    links[index + step] && (() => editor.setAll(swapWithNeighbour(links, links[index]?.id ?? '', step)))
  return (
    <>
      {links.length === 0 ? (
        <p className="text-sm text-muted">{t(`settings.empty-${section}`)}</p>
      ) : (
        <ul ref={list} className="flex flex-col divide-y divide-line">
          {links.map((link, index) => (
            <LinkRow key={link.id} link={link} onUp={mover(index, -1)} onDown={mover(index, 1)} {...shared} />
          ))}
        </ul>
      )}
      <button type="button" data-add onClick={add} className="button-quiet min-h-10 self-start px-4 text-sm">
        <Plus aria-hidden="true" className="size-4" />
        {t(`settings.add-${section}`)}
      </button>
    </>
  )
}

function LinkRow({
  link,
  editor,
  languages,
  translations,
  onUp,
  onDown,
}: Shared & {
  link: EditorLink
  /** Undefined on the first link, and on the last. */
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
}) {
  const { t } = useTranslation('admin')
  const [panel, setPanel] = useState<'never' | 'open' | 'closed'>('never')
  const { id } = link
  const isNew = editor.isNew(id)
  const name = link.title || t('settings.new-link')
  const problem = (column: 'title' | 'url') => problemText(t, editor.problemOf(id, column))
  return (
    <li
      data-changed={isNew || editor.isChanged(id) || undefined}
      className="@container flex flex-col gap-2 py-2 ps-2 data-changed:shadow-[inset_3px_0_var(--warning)] rtl:data-changed:shadow-[inset_-3px_0_var(--warning)]"
    >
      <div className="flex flex-wrap items-start gap-2">
        <Field
          label={columnText(t, 'title')}
          value={link.title}
          dir="auto"
          changed={editor.isChanged(id, 'title')}
          problem={problem('title')}
          onValue={(title) => editor.set(id, { title })}
          className="min-w-40 grow basis-40"
        />
        <Field
          label={columnText(t, 'url')}
          value={link.url}
          dir="ltr"
          inputMode="url"
          placeholder="https:// – /en – #"
          changed={editor.isChanged(id, 'url')}
          problem={problem('url')}
          onValue={(url) => editor.set(id, { url })}
          className="min-w-40 grow basis-56"
        />
        <div className="flex flex-wrap items-center @min-[40rem]:pt-6">
          <Toggle
            label={t('field.active', { name })}
            labelHidden
            on={link.is_active}
            changed={editor.isChanged(id, 'is_active')}
            onToggle={(is_active) => editor.set(id, { is_active })}
          />
          <IconButton label={t('position.up', { name })} isArrow onClick={onUp}>
            <ChevronUp aria-hidden="true" className="size-4" />
          </IconButton>
          <IconButton label={t('position.down', { name })} isArrow onClick={onDown}>
            <ChevronDown aria-hidden="true" className="size-4" />
          </IconButton>
          <IconButton
            label={t('translate.title', { name })}
            expanded={panel === 'open'}
            onClick={() => setPanel(panel === 'open' ? 'closed' : 'open')}
          >
            <Languages aria-hidden="true" className="size-4" />
          </IconButton>
          {isNew ? (
            <span aria-hidden="true" className="size-10" />
          ) : (
            <HistoryButton entity="footer_links" id={id} name={name} />
          )}
          <RemoveButton name={name} onRemove={() => editor.remove(id)} />
        </div>
      </div>
      {panel !== 'never' && (
        <div hidden={panel === 'closed'}>
          {translations && languages ? (
            <TranslationsPanel
              name={name}
              owner={isNew ? undefined : id}
              languages={languages}
              rows={translations.filter((row) => row.footer_link_id === id)}
              fields={[{ column: 'title', label: columnText(t, 'title'), required: true }]}
              defaults={{ title: link.title }}
              action="/admin/settings/translations/links"
              isOpen={panel === 'open'}
              invalid={(it) => problemText(t, it) ?? t('translate.failed')}
              problemText={(it) => problemText(t, it)}
            />
          ) : (
            <NotLoaded>{t('load.translations')}</NotLoaded>
          )}
        </div>
      )}
    </li>
  )
}
