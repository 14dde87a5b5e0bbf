import { useState } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import { listKeys } from '#app/features/read-api/key-commands.server.ts'
import { createWebhook, listWebhooks } from '#app/features/webhooks/commands.server.ts'
import { webhookRequest } from '#app/features/webhooks/schema.ts'
import { columnText, problemText } from '#app/platform/edit/column-text.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatCount } from '#app/platform/numbers.ts'
import { ActionButton } from '#app/ui/admin/action-button.tsx'
import { Field, SelectField } from '#app/ui/admin/fields.tsx'
import { AdminPage, Panel } from '#app/ui/admin/page.tsx'
import { NotDone } from '#app/ui/admin/save-bar.tsx'
import { SecretOnce } from '#app/ui/admin/secret-once.tsx'
import { AdminRow, AdminTable, CELL } from '#app/ui/admin/table.tsx'
import { useRequest } from '#app/ui/admin/use-request.ts'
import { readJson } from '../changes.server.ts'
import { adminAction, backOffice, reading } from '../guard.server.ts'
import type { Route } from './+types/route'

export { ScreenError as ErrorBoundary } from '../error.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { services } = backOffice(context, 'api.read')
  const db = services.database.kysely
  const [webhooks, keys] = await reading(services, 'screen', Promise.all([listWebhooks(db), listKeys(db)]))
  const valid = keys.filter(({ state }) => state === 'valid')
  return { webhooks, keys: valid.map(({ id, name }) => ({ id, name })) }
}

const request = z.object({ kind: z.literal('create'), values: z.record(z.string(), z.unknown()) })

export const action = adminAction('api.change', async ({ services, actor, request: received }) => {
  const { values } = await readJson(received, request)
  const read = webhookRequest.safeParse(values)
  if (!read.success) {
    const problems = read.error.issues.map(({ path, message }) => ({
      column: String(path[0]),
      problem: message,
    }))
    return { kind: 'refused-webhook' as const, problems }
  }
  const made = await createWebhook(services.database.kysely, services.env, read.data, actor)
  return made ? { kind: 'created' as const, ...made } : { kind: 'gone' as const }
})

export default function Webhooks({ loaderData: { webhooks, keys } }: Route.ComponentProps) {
  const { t } = useTranslation('admin')
  return (
    <AdminPage title={t('menu.webhooks')} description={t('webhooks.description')}>
      <Panel title={t('menu.webhooks')}>
        <List webhooks={webhooks} />
      </Panel>
      <NewWebhook keys={keys} />
    </AdminPage>
  )
}

type Listed = Route.ComponentProps['loaderData']['webhooks'][number]

function List({ webhooks }: { webhooks: Listed[] }) {
  const { t, i18n } = useTranslation('admin')
  if (webhooks.length === 0) return <p className="text-sm text-muted">{t('webhooks.none')}</p>
  const columns = ['name', 'url', 'key_id', 'status', 'waiting'] as const
  return (
    <AdminTable
      label={t('menu.webhooks')}
      columns={columns.map((key) => ({
        key,
        text: key === 'name' ? t('webhooks.name') : columnText(t, key),
      }))}
    >
      {webhooks.map((webhook) => (
        <AdminRow key={webhook.id} changed={false}>
          <td className={CELL}>
            <Link to={`/admin/webhooks/${webhook.id}`} className="font-semibold text-heading underline">
              <bdi>{webhook.name}</bdi>
            </Link>
          </td>
          <td className={CELL}>
            <bdi dir="ltr" className="break-all">
              {webhook.url}
            </bdi>
          </td>
          <td className={CELL}>
            <bdi>{webhook.key}</bdi>
          </td>
          <td className={CELL}>{t(`webhooks.state.${stateOf(webhook)}`)}</td>
          <td className={`${CELL} tabular-nums`}>{formatCount(webhook.waiting, i18n.language)}</td>
        </AdminRow>
      ))}
    </AdminTable>
  )
}

type Outcome =
  | { kind: 'created'; id: string; secret: string }
  | { kind: 'refused-webhook'; problems: { column: string; problem: string }[] }
  | { kind: 'gone' }
  | { kind: 'signed-out' | 'forbidden' }
  | { kind: 'failed'; message: string | null }

const EMPTY = { name: '', url: '' }

function NewWebhook({ keys }: { keys: readonly { id: string; name: string }[] }) {
  const { t } = useTranslation('admin')
  const [typed, setTyped] = useState(EMPTY)
  const request = useRequest<Outcome>(({ kind }) => {
    if (kind === 'created') setTyped(EMPTY)
  })
  const [key, setKey] = useState(keys[0]?.id ?? '')
  const { outcome } = request
  const problemOf = (column: string) =>
    outcome?.kind === 'refused-webhook'
      ? problemText(t, outcome.problems.find((it) => it.column === column)?.problem)
      : undefined
  const field = (column: keyof typeof EMPTY) => ({
    label: column === 'name' ? t('webhooks.name') : columnText(t, column),
    value: typed[column],
    problem: problemOf(column),
    onValue: (text: string) => setTyped((before) => ({ ...before, [column]: text })),
  })
  if (keys.length === 0)
    return (
      <Panel title={t('webhooks.new')}>
        <p className="text-sm text-muted">{t('webhooks.no-key')}</p>
        <Link to="/admin/api" className="button-quiet min-h-10 self-start px-4 text-sm">
          {t('api.new-key')}
        </Link>
      </Panel>
    )
  return (
    <Panel title={t('webhooks.new')}>
      <div className="grid gap-3 md:grid-cols-3">
        <Field {...field('name')} longest={100} hint={t('webhooks.name-hint')} />
        <Field {...field('url')} type="url" dir="ltr" hint={t('webhooks.url-hint')} />
        <SelectField
          label={columnText(t, 'key_id')}
          value={key}
          options={keys.map(({ id, name }) => ({ value: id, text: name }))}
          onValue={setKey}
        />
      </div>
      <ActionButton
        unavailable={request.busy}
        className="button min-h-10 self-start px-4 text-sm"
        onClick={() => request.send({ kind: 'create', values: { ...typed, key_id: key } })}
      >
        {t('webhooks.create')}
      </ActionButton>
      {outcome?.kind === 'created' && (
        <>
          <SecretOnce text={t('alerts.secret-once')} secret={outcome.secret} />
          <Link
            to={`/admin/webhooks/${outcome.id}`}
            className="button-quiet min-h-10 self-start px-4 text-sm"
          >
            {t('webhooks.choose-events')}
          </Link>
        </>
      )}
      <NotDone outcome={outcome} />
    </Panel>
  )
}

function stateOf({ has_key_ended, stopped_at, is_active }: Listed) {
  if (has_key_ended) return 'no-key'
  if (stopped_at) return 'stopped'
  return is_active ? 'on' : 'off'
}
