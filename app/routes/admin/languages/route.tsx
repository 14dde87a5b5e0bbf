import { Star, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { z } from 'zod'
import { HistoryButton } from '#app/features/history/components/history-button.tsx'
import {
  addLanguage,
  deleteLanguage,
  saveLanguages,
  setDefaultLanguage,
} from '#app/features/languages/commands.server.ts'
import { LanguageFlag } from '#app/features/languages/components/language-flag.tsx'
import { listEditorLanguages } from '#app/features/languages/editor-queries.server.ts'
import { languageChange, languageRequest } from '#app/features/languages/editor-schema.ts'
import { copyLabels } from '#app/features/translations/copy.server.ts'
import { columnText, problemText } from '#app/platform/edit/column-text.ts'
import { changesSchema } from '#app/platform/edit/schema.ts'
import { textOfKey } from '#app/platform/i18n/text-of-key.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatCount } from '#app/platform/numbers.ts'
import { ConfirmDialog } from '#app/ui/admin/confirm-dialog.tsx'
import { Field, Toggle } from '#app/ui/admin/fields.tsx'
import { IconButton } from '#app/ui/admin/icon-button.tsx'
import { AdminPage } from '#app/ui/admin/page.tsx'
import { passFocus } from '#app/ui/admin/pass-focus.ts'
import { Changing } from '#app/ui/admin/rights.tsx'
import { NotAdmitted, SaveBar } from '#app/ui/admin/save-bar.tsx'
import { AdminRow, AdminTable, CELL } from '#app/ui/admin/table.tsx'
import { useEditor } from '#app/ui/admin/use-editor.ts'
import { useRequest } from '#app/ui/admin/use-request.ts'
import { Banner, PassingBanner } from '#app/ui/banner.tsx'
import { checkChanges, readJson } from '../changes.server.ts'
import { adminAction, backOffice, type Refused, reading } from '../guard.server.ts'
import type { Route } from './+types/route'
import { AddLanguage } from './add-language.tsx'

export { ScreenError as ErrorBoundary } from '../error.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { services } = backOffice(context, 'languages.read')
  return { languages: await reading(services, 'languages', listEditorLanguages(services)) }
}

/** The id for the fields of a language that is not stored yet. */
const NEW = 'new'

export const action = adminAction('languages.change', async ({ services, actor, request }) => {
  const body = await readJson(request, z.union([languageRequest, changesSchema]))
  if (!('intent' in body)) {
    const { changes, problems } = checkChanges(body, languageChange)
    if (problems.length > 0) return { kind: 'invalid' as const, problems }
    return saveLanguages(services, changes, actor)
  }
  switch (body.intent) {
    case 'add': {
      const parsed = languageChange.safeParse(body.values)
      const copy = body.copyFrom === null ? null : { from: body.copyFrom, copyLabels }
      if (parsed.success) return addLanguage(services, parsed.data, copy, actor)
      const problems = parsed.error.issues.map(({ path, message }) => ({
        id: NEW,
        column: String(path[0]),
        problem: message,
      }))
      return { kind: 'invalid' as const, problems }
    }
    case 'default':
      return setDefaultLanguage(services, body.id, actor)
    case 'delete':
      return deleteLanguage(services, body.id, actor)
  }
})

type Row = Route.ComponentProps['loaderData']['languages'][number]

type RequestOutcome =
  | { kind: 'default-set' }
  | { kind: 'deleted' }
  | { kind: 'refused'; problem: string }
  | Refused

export default function Languages({ loaderData: { languages } }: Route.ComponentProps) {
  const { t } = useTranslation('admin')
  const editor = useEditor(languages)
  const changingDefault = useRequest<RequestOutcome>()
  const deleting = useRequest<RequestOutcome>()
  const [toDelete, setToDelete] = useState<Row>()
  const dialog = useRef<HTMLDialogElement>(null)
  const asking = useRef<HTMLButtonElement>(null)
  const askToDelete = (row: Row, button: HTMLButtonElement) => {
    setToDelete(row)
    asking.current = button
    dialog.current?.showModal()
  }
  /** There is one default: all others lose it, on the page as in the database. */
  const chooseDefault = (id: string) =>
    editor.setAll(
      editor.rows.map((row) => [
        row.id,
        row.id === id ? { is_default: true, is_active: true } : { is_default: false },
      ]),
    )

  return (
    <AdminPage title={t('languages.title')} description={t('languages.description')}>
      <AddLanguage languages={languages} />
      <Outcome
        request={changingDefault}
        done={t('languages.default-set')}
        failed={t('languages.default-failed')}
      />
      <Outcome request={deleting} done={t('languages.deleted')} failed={t('languages.delete-failed')} />
      <AdminTable
        label={t('languages.title')}
        isWide
        columns={[
          { key: 'language', text: t('column.language'), className: 'min-w-36' },
          { key: 'code', text: t('column.code') },
          { key: 'native', text: t('column.native-name'), className: 'min-w-36' },
          { key: 'flag', text: t('column.flag') },
          { key: 'default', text: t('column.is-default') },
          { key: 'rtl', text: t('column.rtl') },
          { key: 'status', text: t('column.status') },
          { key: 'actions', text: t('column.actions') },
        ]}
      >
        {editor.rows.length === 0 && (
          <tr>
            <td colSpan={8} className={`${CELL} text-muted`}>
              {t('languages.none')}
            </td>
          </tr>
        )}
        {editor.rows.map((row) => {
          const { id, name } = row
          const stored = languages.find((it) => it.id === id)
          const isDefault = stored?.is_default ?? false
          const field = (column: 'name' | 'code' | 'native_name' | 'flag_code') => ({
            value: row[column] ?? '',
            changed: editor.isChanged(id, column),
            problem: problemText(t, editor.problemOf(id, column)),
            onValue: (value: string) => editor.set(id, { [column]: value }),
            labelHidden: true,
          })
          return (
            <AdminRow key={id} changed={editor.isChanged(id)}>
              <td className={CELL}>
                <Field label={t('languages.name-of', { name })} {...field('name')} />
              </td>
              <td className={CELL}>
                <Field
                  label={t('languages.code-of', { name })}
                  maxLength={2}
                  dir="ltr"
                  className="w-16"
                  readOnly={Object.keys(row.content).length > 0}
                  title={Object.keys(row.content).length > 0 ? t('languages.code-fixed') : undefined}
                  {...field('code')}
                />
              </td>
              <td className={CELL}>
                <Field
                  label={t('languages.native-name-of', { name })}
                  dir={row.rtl ? 'rtl' : 'ltr'}
                  lang={row.code}
                  {...field('native_name')}
                />
              </td>
              <td className={CELL}>
                <div className="flex items-center gap-2">
                  <LanguageFlag code={row.flag_code} />
                  <Field
                    label={t('languages.flag-of', { name })}
                    maxLength={2}
                    dir="ltr"
                    className="w-16"
                    {...field('flag_code')}
                  />
                </div>
              </td>
              <td className={CELL}>
                <Toggle
                  label={t('languages.default-of', { name })}
                  labelHidden
                  on={row.is_default}
                  unavailable={isDefault || row.is_default}
                  changed={editor.isChanged(id, 'is_default')}
                  onToggle={() => chooseDefault(id)}
                />
              </td>
              <td className={CELL}>
                <Toggle
                  label={t('languages.rtl-of', { name })}
                  labelHidden
                  on={row.rtl}
                  changed={editor.isChanged(id, 'rtl')}
                  onToggle={(rtl) => editor.set(id, { rtl })}
                />
              </td>
              <td className={CELL}>
                <Toggle
                  label={t('field.active', { name })}
                  labelHidden
                  on={row.is_active}
                  disabled={row.is_default}
                  changed={editor.isChanged(id, 'is_active')}
                  onToggle={(is_active) => editor.set(id, { is_active })}
                />
                {editor.problemOf(id, 'is_active') && (
                  <p className="text-xs text-danger">{problemText(t, editor.problemOf(id, 'is_active'))}</p>
                )}
              </td>
              <td className={CELL}>
                <span className="flex items-center">
                  <Changing>
                    <IconButton
                      label={t('languages.set-default', { name })}
                      unavailable={isDefault || changingDefault.busy}
                      onClick={() => changingDefault.send({ intent: 'default', id })}
                    >
                      <Star
                        aria-hidden="true"
                        className={`size-4 ${isDefault ? 'fill-current text-accent' : ''}`}
                      />
                    </IconButton>
                  </Changing>
                  <HistoryButton entity="languages" id={id} name={name} />
                  <Changing>
                    <IconButton
                      label={t('languages.delete', { name })}
                      isRemover
                      disabled={isDefault}
                      unavailable={deleting.busy}
                      onClick={(button) => askToDelete(row, button)}
                    >
                      <Trash2 aria-hidden="true" className="size-4" />
                    </IconButton>
                  </Changing>
                </span>
              </td>
            </AdminRow>
          )
        })}
      </AdminTable>
      <SaveBar
        editor={editor}
        texts={{
          saved: t('languages.saved'),
          failed: () => t('languages.save-failed'),
          invalid: (problem) => problemText(t, problem) ?? t('languages.save-failed'),
          column: (column) => columnText(t, column),
        }}
      />
      <ConfirmDialog
        dialog={dialog}
        title={t('languages.delete', { name: toDelete?.name ?? '' })}
        confirm={t('delete')}
        onConfirm={() => {
          if (!toDelete) return
          if (asking.current) passFocus(asking.current)
          deleting.send({ intent: 'delete', id: toDelete.id })
        }}
      >
        {toDelete && <DeletedData row={toDelete} />}
      </ConfirmDialog>
    </AdminPage>
  )
}

/** The data that is deleted with a language. */
function DeletedData({ row }: { row: Row }) {
  const { t, i18n } = useTranslation('admin')
  const content = Object.entries(row.content)
  return (
    <>
      <p>{t(content.length > 0 ? 'languages.delete-content' : 'languages.delete-nothing')}</p>
      <ul className="mt-2 flex flex-col gap-1">
        {content.map(([table, rows]) => (
          <li key={table} className="flex justify-between gap-4">
            <span>{textOfKey(t, `languages.content.${table.replaceAll('_', '-')}`)}</span>
            <span className="tabular-nums">{formatCount(rows, i18n.language)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

function Outcome({
  request: { outcome },
  done,
  failed,
}: {
  request: { outcome: (RequestOutcome & { at: number }) | undefined }
  done: string
  failed: string
}) {
  const { t } = useTranslation('admin')
  if (!outcome) return null
  switch (outcome.kind) {
    case 'refused':
      return <Banner tone="error">{problemText(t, outcome.problem)}</Banner>
    case 'failed':
      return <Banner tone="error">{failed}</Banner>
    case 'signed-out':
    case 'forbidden':
      return <NotAdmitted outcome={outcome} />
    default:
      return <PassingBanner key={outcome.at}>{done}</PassingBanner>
  }
}
