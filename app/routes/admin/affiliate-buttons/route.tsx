import { Languages, Plus } from 'lucide-react'
import { Fragment, useRef, useState } from 'react'
import { saveButtons } from '#app/features/affiliates/commands.server.ts'
import {
  type EditorButton,
  listBookmakerNames,
  listButtonTranslations,
  listEditorButtons,
} from '#app/features/affiliates/editor-queries.server.ts'
import { buttonChange } from '#app/features/affiliates/editor-schema.ts'
import { newButton, withBookmaker } from '#app/features/affiliates/new-button.ts'
import { HistoryButton } from '#app/features/history/components/history-button.tsx'
import { listAllLanguages } from '#app/features/languages/queries.server.ts'
import { columnText, problemText } from '#app/platform/edit/column-text.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Field, SelectField, Toggle } from '#app/ui/admin/fields.tsx'
import { focusOpened } from '#app/ui/admin/focus-opened.ts'
import { IconButton } from '#app/ui/admin/icon-button.tsx'
import { AdminPage } from '#app/ui/admin/page.tsx'
import { RemoveButton } from '#app/ui/admin/remove-button.tsx'
import { Changing } from '#app/ui/admin/rights.tsx'
import { SaveBar } from '#app/ui/admin/save-bar.tsx'
import { AdminRow, AdminTable, CELL } from '#app/ui/admin/table.tsx'
import { type Editor, useEditor } from '#app/ui/admin/use-editor.ts'
import { ListLink } from '../bulk-edit/list-link.tsx'
import { checkChanges, readChanges } from '../changes.server.ts'
import { adminAction, backOffice, reading } from '../guard.server.ts'
import type { Route } from './+types/route'
import { ButtonTranslations } from './button-translations.tsx'

export { ScreenError as ErrorBoundary } from '../error.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { services } = backOffice(context, 'links.read')
  const [buttons, bookmakers, languages, translations] = await Promise.all([
    reading(services, 'affiliate-buttons', listEditorButtons(services)),
    reading(services, 'affiliate-buttons', listBookmakerNames(services)),
    reading(services, 'languages', listAllLanguages(services)),
    reading(services, 'translations', listButtonTranslations(services)),
  ])
  return { buttons, bookmakers, languages, translations }
}

export const action = adminAction('links.change', async ({ services, actor, request }) => {
  const { changes, problems } = checkChanges(await readChanges(request), buttonChange)
  if (problems.length > 0) return { kind: 'invalid' as const, problems }
  return saveButtons(services, changes, actor)
})

export default function ManageAffiliateButtons({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('admin')
  const editor = useEditor(loaderData.buttons)
  const table = useRef<HTMLDivElement>(null)
  // New buttons are first, as they will be after they are stored.
  const rows = [
    ...editor.rows.filter(({ id }) => editor.isNew(id)).reverse(),
    ...editor.rows.filter(({ id }) => !editor.isNew(id)),
  ]
  const addButton = () => {
    editor.add(newButton())
    // New buttons are first.
    focusOpened(() => table.current?.querySelector<HTMLElement>('tbody input'))
  }
  return (
    <AdminPage
      title={t('buttons.title')}
      description={t('buttons.description')}
      actions={
        <>
          <Changing>
            <button type="button" data-add onClick={addButton} className="button min-h-10 gap-2 px-4 text-sm">
              <Plus aria-hidden="true" className="size-4" />
              {t('buttons.add')}
            </button>
          </Changing>
          <ListLink list="affiliate_buttons" />
        </>
      }
    >
      <p className="text-sm text-muted">{t('buttons.placeholders')}</p>
      {rows.length === 0 ? (
        <p className="rounded-lg border border-card-line bg-card p-6 text-center text-sm text-muted">
          {t('buttons.empty')}
        </p>
      ) : (
        <div ref={table}>
          <AdminTable
            label={t('buttons.title')}
            isWide
            columns={[
              { key: 'provider', text: t('column.provider'), className: 'min-w-36' },
              { key: 'text', text: t('column.button-text'), className: 'min-w-36' },
              { key: 'link', text: t('column.button-link'), className: 'min-w-56' },
              { key: 'bookmaker', text: t('column.bookmaker-id'), className: 'min-w-40' },
              { key: 'status', text: t('column.status') },
              { key: 'actions', text: t('column.actions') },
            ]}
          >
            {rows.map((button) => (
              <ButtonRow key={button.id} button={button} editor={editor} {...loaderData} />
            ))}
          </AdminTable>
        </div>
      )}
      <SaveBar
        editor={editor}
        texts={{
          saved: t('buttons.saved'),
          failed: (message) => message ?? t('save.failed'),
          invalid: (problem) =>
            problem === 'problem.required' ? t('buttons.required') : (problemText(t, problem) ?? ''),
          column: (column) => columnText(t, column),
          value: (column, value) =>
            column !== 'bookmaker_id'
              ? undefined
              : value === null
                ? t('buttons.any-bookmaker')
                : loaderData.bookmakers.find(({ id }) => id === value)?.name,
        }}
      />
    </AdminPage>
  )
}

const TEXTS = ['provider', 'button_text', 'button_link'] as const

function ButtonRow({
  button,
  editor,
  bookmakers,
  languages,
  translations,
}: Omit<Route.ComponentProps['loaderData'], 'buttons'> & {
  button: EditorButton
  editor: Editor<EditorButton>
}) {
  const { t } = useTranslation('admin')
  // Once opened the panel stays mounted: typed text is not lost when it is closed.
  const [panel, setPanel] = useState<'never' | 'open' | 'closed'>('never')
  const { id } = button
  const isNew = editor.isNew(id)
  const name = button.provider || t('buttons.new')
  return (
    <Fragment>
      <AdminRow changed={isNew || editor.isChanged(id)}>
        {TEXTS.map((column) => (
          <td key={column} className={`${CELL} align-top`}>
            <Field
              label={t('buttons.field', { field: columnText(t, column), name })}
              labelHidden
              value={button[column]}
              dir={column === 'button_link' ? 'ltr' : 'auto'}
              inputMode={column === 'button_link' ? 'url' : undefined}
              placeholder={column === 'button_link' ? 'https://' : undefined}
              changed={editor.isChanged(id, column)}
              problem={problemText(t, editor.problemOf(id, column))}
              onValue={(text) => editor.set(id, { [column]: text })}
            />
          </td>
        ))}
        <td className={`${CELL} align-top`}>
          <SelectField
            label={t('buttons.field', { field: t('column.bookmaker-id'), name })}
            labelHidden
            value={button.bookmaker_id ?? ''}
            data-changed={editor.isChanged(id, 'bookmaker_id') || undefined}
            options={[
              { value: '', text: t('buttons.any-bookmaker') },
              ...bookmakers.map((bookmaker) => ({ value: bookmaker.id, text: bookmaker.name })),
            ]}
            onValue={(chosen) =>
              editor.set(
                id,
                withBookmaker(
                  button,
                  bookmakers.find((it) => it.id === chosen),
                ),
              )
            }
          />
          {editor.problemOf(id, 'bookmaker_id') && (
            <p className="text-xs text-danger">{problemText(t, editor.problemOf(id, 'bookmaker_id'))}</p>
          )}
        </td>
        <td className={`${CELL} align-top`}>
          <Toggle
            label={t('field.active', { name })}
            labelHidden
            on={button.is_active}
            changed={editor.isChanged(id, 'is_active')}
            onToggle={(is_active) => editor.set(id, { is_active })}
          />
        </td>
        <td className={`${CELL} align-top whitespace-nowrap`}>
          <IconButton
            label={t('translate.title', { name })}
            expanded={panel === 'open'}
            onClick={() => setPanel(panel === 'open' ? 'closed' : 'open')}
          >
            <Languages aria-hidden="true" className="size-4" />
          </IconButton>
          {!isNew && <HistoryButton entity="affiliate_buttons" id={id} name={name} />}
          <RemoveButton name={name} onRemove={() => editor.remove(id)} />
        </td>
      </AdminRow>
      {panel !== 'never' && (
        <tr hidden={panel === 'closed'} className="border-b border-line">
          <td colSpan={6} className="p-2">
            <ButtonTranslations
              button={button}
              owner={isNew ? undefined : id}
              languages={languages}
              translations={translations}
              isOpen={panel === 'open'}
            />
          </td>
        </tr>
      )}
    </Fragment>
  )
}
