import { Ban } from 'lucide-react'
import { useState } from 'react'
import { z } from 'zod'
import { HistoryButton } from '#app/features/history/components/history-button.tsx'
import {
  apiChange,
  createKey,
  keyRequest,
  listKeys,
  readEditorApi,
  revokeKey,
  saveApiSettings,
} from '#app/features/read-api/key-commands.server.ts'
import { columnText, problemText } from '#app/platform/edit/column-text.ts'
import { changesSchema } from '#app/platform/edit/schema.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatCount } from '#app/platform/numbers.ts'
import { standalonePath } from '#app/platform/paths.ts'
import { ActionButton } from '#app/ui/admin/action-button.tsx'
import { ConfirmButton } from '#app/ui/admin/confirm-button.tsx'
import { Field, Toggle } from '#app/ui/admin/fields.tsx'
import { AdminPage, Panel } from '#app/ui/admin/page.tsx'
import { NotDone, SaveBar } from '#app/ui/admin/save-bar.tsx'
import { AdminRow, AdminTable, CELL } from '#app/ui/admin/table.tsx'
import { useEditor } from '#app/ui/admin/use-editor.ts'
import { useRequest } from '#app/ui/admin/use-request.ts'
import { Banner } from '#app/ui/banner.tsx'
import { Instant } from '#app/ui/time.tsx'
import { checkChanges, readJson } from '../changes.server.ts'
import { adminAction, backOffice, type Refused, reading } from '../guard.server.ts'
import type { Route } from './+types/route'

export { ScreenError as ErrorBoundary } from '../error.tsx'

const USUAL_LIMIT = 600

export async function loader({ context }: Route.LoaderArgs) {
  const { services } = backOffice(context, 'api.read')
  const db = services.database.kysely
  const [row, keys] = await reading(services, 'screen', Promise.all([readEditorApi(db), listKeys(db)]))
  return { row, keys }
}

const apiRequest = z.union([
  z.object({ kind: z.literal('revoke'), id: z.uuid() }),
  z.object({ kind: z.literal('create'), values: z.record(z.string(), z.unknown()) }),
  changesSchema,
])

export const action = adminAction('api.change', async ({ services, actor, request }) => {
  const db = services.database.kysely
  const asked = await readJson(request, apiRequest)
  if (!('kind' in asked)) {
    const { changes, problems } = checkChanges(asked, apiChange)
    if (problems.length > 0) return { kind: 'invalid' as const, problems }
    return saveApiSettings(db, changes, actor)
  }
  if (asked.kind === 'revoke') {
    await revokeKey(db, asked.id, actor)
    return { kind: 'revoked' as const }
  }
  const read = keyRequest.safeParse(asked.values)
  if (!read.success) {
    const problems = read.error.issues.map(({ path, message }) => ({
      column: String(path[0]),
      problem: message,
    }))
    return { kind: 'refused-key' as const, problems }
  }
  return { kind: 'created' as const, key: await createKey(db, read.data, actor) }
})

export default function Api({ loaderData: { row, keys } }: Route.ComponentProps) {
  const { t, i18n } = useTranslation('admin')
  const editor = useEditor([row])
  const [edited = row] = editor.rows
  return (
    <AdminPage
      title={t('menu.api')}
      description={t('api.description')}
      actions={
        <>
          <a href={standalonePath(i18n.language, 'api')} className="button-quiet min-h-10 px-4 text-sm">
            {t('api.reference')}
          </a>
          <HistoryButton entity="api_settings" id={row.id} name={t('menu.api')} />
        </>
      }
    >
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <NewKey />
        <Panel title={t('api.without-key')}>
          <Toggle
            label={columnText(t, 'needs_key')}
            on={edited.needs_key}
            changed={editor.isChanged(row.id, 'needs_key')}
            onToggle={(needs_key) => editor.set(row.id, { needs_key })}
          />
          <Field
            label={columnText(t, 'anonymous_limit')}
            inputMode="numeric"
            value={String(edited.anonymous_limit)}
            changed={editor.isChanged(row.id, 'anonymous_limit')}
            problem={problemText(t, editor.problemOf(row.id, 'anonymous_limit'))}
            hint={t('api.limit-hint')}
            onValue={(text) => editor.set(row.id, { anonymous_limit: readCount(text) as number })}
          />
        </Panel>
      </div>
      <Panel title={t('api.keys')}>
        <Keys keys={keys} />
      </Panel>
      <SaveBar editor={editor} texts={{ saved: t('api.saved'), column: (column) => columnText(t, column) }} />
    </AdminPage>
  )
}

/** The number of a text; the text itself if it is none, which the server refuses. */
function readCount(text: string): number | string {
  return /^\d{1,6}$/.test(text.trim()) ? Number(text) : text
}

type Outcome =
  | { kind: 'created'; key: string }
  | { kind: 'refused-key'; problems: { column: string; problem: string }[] }
  | { kind: 'refused'; problem: string }
  | { kind: 'signed-out' | 'forbidden' }
  | { kind: 'failed'; message: string | null }

const EMPTY = { name: '', limit_per_minute: String(USUAL_LIMIT), expires_on: '' }

/** A new key is shown once, so that the administrator can hand it on. */
function NewKey() {
  const { t } = useTranslation('admin')
  const [typed, setTyped] = useState(EMPTY)
  const request = useRequest<Outcome>(({ kind }) => {
    if (kind === 'created') setTyped(EMPTY)
  })
  const { outcome } = request
  const problems = outcome?.kind === 'refused-key' ? outcome.problems : []
  const field = (column: keyof typeof EMPTY) => ({
    label: column === 'name' ? t('webhooks.name') : columnText(t, column),
    value: typed[column],
    problem: problemText(t, problems.find((it) => it.column === column)?.problem),
    onValue: (text: string) => setTyped((before) => ({ ...before, [column]: text })),
  })
  return (
    <Panel title={t('api.new-key')}>
      <Field {...field('name')} longest={100} hint={t('api.name-hint')} />
      <div className="grid gap-3 md:grid-cols-2">
        <Field {...field('limit_per_minute')} inputMode="numeric" />
        <Field {...field('expires_on')} type="date" hint={t('api.expires-hint')} />
      </div>
      <ActionButton
        unavailable={request.busy}
        className="button min-h-10 self-start px-4 text-sm"
        onClick={() =>
          request.send({
            kind: 'create',
            values: { ...typed, limit_per_minute: readCount(typed.limit_per_minute) },
          })
        }
      >
        {t('api.create')}
      </ActionButton>
      {outcome?.kind === 'created' && (
        <Banner tone="notice">
          {t('api.key-once')}
          <code dir="ltr" className="block font-semibold break-all text-heading select-all">
            {outcome.key}
          </code>
        </Banner>
      )}
      <NotDone outcome={outcome} />
    </Panel>
  )
}

type Key = Route.ComponentProps['loaderData']['keys'][number]

function Keys({ keys }: { keys: readonly Key[] }) {
  const { t, i18n } = useTranslation('admin')
  const request = useRequest<Refused | { kind: 'revoked' }>()
  if (keys.length === 0) return <p className="text-sm text-muted">{t('api.none')}</p>
  const columns = ['name', 'limit_per_minute', 'last_used_at', 'expires_at', 'status'] as const
  return (
    <>
      <NotDone outcome={request.outcome} />
      <AdminTable
        label={t('api.keys')}
        columns={[
          ...columns.map((key) => ({ key, text: key === 'name' ? t('webhooks.name') : columnText(t, key) })),
          { key: 'actions', text: t('column.actions') },
        ]}
      >
        {keys.map((key) => (
          <AdminRow key={key.id} changed={false}>
            <td className={CELL}>
              <bdi className="text-heading">{key.name}</bdi>
              <code dir="ltr" className="block text-xs text-muted">
                {key.hint}…
              </code>
            </td>
            <td className={`${CELL} tabular-nums`}>{formatCount(key.limit, i18n.language)}</td>
            <td className={CELL}>
              {key.lastUsedAt ? <Instant at={key.lastUsedAt} style="dateTime" /> : '–'}
            </td>
            <td className={CELL}>
              {key.expiresAt ? <Instant at={key.expiresAt} style="fullDateTime" /> : '–'}
            </td>
            <td className={CELL}>{t(`api.state.${key.state}`)}</td>
            <td className={CELL}>
              <span className="flex flex-wrap gap-2">
                {key.state !== 'revoked' && (
                  <ConfirmButton
                    label={`${t('api.revoke')} ${key.name}`}
                    title={t('api.revoke-question')}
                    text={t('api.revoke-text')}
                    confirm={t('api.revoke')}
                    onConfirm={() => request.send({ kind: 'revoke', id: key.id })}
                  >
                    <Ban aria-hidden="true" className="size-4" />
                  </ConfirmButton>
                )}
                <HistoryButton entity="api_keys" id={key.id} name={key.name} />
              </span>
            </td>
          </AdminRow>
        ))}
      </AdminTable>
    </>
  )
}
