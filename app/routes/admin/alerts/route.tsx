import { useFetcher } from 'react-router'
import { z } from 'zod'
import { countAttempt } from '#app/features/accounts/limits.server.ts'
import { parseTroublesFilter } from '#app/features/alerts/list.ts'
import { alertChange } from '#app/features/alerts/schema.ts'
import { testMails, testWebhook } from '#app/features/alerts/send-test.server.ts'
import { readEditorAlerts, renewWebhookSecret, saveAlerts } from '#app/features/alerts/settings.server.ts'
import { listTroubles } from '#app/features/alerts/troubles.server.ts'
import { HistoryButton } from '#app/features/history/components/history-button.tsx'
import { columnText, problemText } from '#app/platform/edit/column-text.ts'
import { changesSchema } from '#app/platform/edit/schema.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { ActionButton } from '#app/ui/admin/action-button.tsx'
import { Field, Toggle } from '#app/ui/admin/fields.tsx'
import { AdminPage, Panel } from '#app/ui/admin/page.tsx'
import { NotDone, SaveBar } from '#app/ui/admin/save-bar.tsx'
import { SecretOnce } from '#app/ui/admin/secret-once.tsx'
import { useEditor } from '#app/ui/admin/use-editor.ts'
import { Banner } from '#app/ui/banner.tsx'
import { checkChanges, readJson } from '../changes.server.ts'
import { adminAction, backOffice, reading } from '../guard.server.ts'
import { SendTest } from '../send-test.tsx'
import type { Route } from './+types/route'
import { TroubleList } from './trouble-list.tsx'

export { ScreenError as ErrorBoundary } from '../error.tsx'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { services } = backOffice(context, 'alerts.read')
  const db = services.database.kysely
  const filter = parseTroublesFilter(url.searchParams)
  const [settings, list] = await reading(
    services,
    'screen',
    Promise.all([readEditorAlerts(db), listTroubles(db, filter)]),
  )
  return { ...settings, ...list, filter }
}

const alertRequest = z.union([
  z.object({ kind: z.enum(['renew-secret', 'test-mails', 'test-webhook']) }),
  changesSchema,
])

export const action = adminAction('alerts.change', async ({ services, actor, request }) => {
  const db = services.database.kysely
  const asked = await readJson(request, alertRequest)
  if ('kind' in asked) {
    if (asked.kind === 'renew-secret')
      return { kind: 'secret' as const, secret: await renewWebhookSecret(db, services.env, actor) }
    const isRefused = !(await countAttempt(services.database, { 'alert-test:account': actor.id }))
    const send = asked.kind === 'test-mails' ? testMails : testWebhook
    return { kind: 'tested' as const, results: await send(services, isRefused) }
  }
  const { changes, problems } = checkChanges(asked, alertChange)
  if (problems.length > 0) return { kind: 'invalid' as const, problems }
  return saveAlerts(db, changes, actor)
})

export default function Alerts({ loaderData }: Route.ComponentProps) {
  const { row, hasSecret } = loaderData
  const { t } = useTranslation('admin')
  const editor = useEditor([row])
  const [now = row] = editor.rows
  const textField = (column: 'mail_to' | 'webhook_url' | 'quiet_from' | 'quiet_until' | 'time_zone') => ({
    label: columnText(t, column),
    dir: 'ltr' as const,
    value: now[column],
    changed: editor.isChanged(row.id, column),
    problem: problemText(t, editor.problemOf(row.id, column)),
    onValue: (text: string) => editor.set(row.id, { [column]: text }),
  })
  // What is saved: an unsaved change tells nobody.
  const isAnybodyTold = row.mails || (row.webhook_url !== '' && hasSecret)
  return (
    <AdminPage
      title={t('menu.alerts')}
      description={t('alerts.description')}
      actions={<HistoryButton entity="alert_settings" id={row.id} name={t('menu.alerts')} />}
    >
      <Panel title={t('alerts.troubles')}>
        <TroubleList {...loaderData} />
      </Panel>
      {!isAnybodyTold && <Banner tone="notice">{t('alerts.nobody')}</Banner>}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Panel title={t('alerts.by-mail')}>
          <Toggle
            label={columnText(t, 'mails')}
            on={now.mails}
            changed={editor.isChanged(row.id, 'mails')}
            onToggle={(mails) => editor.set(row.id, { mails })}
          />
          <Field {...textField('mail_to')} hint={t('alerts.mail-hint')} />
          <SendTest kind="test-mails" isEdited={now.mail_to !== row.mail_to} />
        </Panel>
        <Panel title={t('alerts.by-webhook')}>
          <Field {...textField('webhook_url')} type="url" hint={t('alerts.webhook-hint')} />
          <WebhookSecret hasSecret={hasSecret} />
          {row.webhook_url && hasSecret && (
            <SendTest kind="test-webhook" isEdited={now.webhook_url !== row.webhook_url} />
          )}
        </Panel>
        <Panel title={t('alerts.quiet-hours')}>
          <div className="grid gap-3 md:grid-cols-3">
            <Field {...textField('quiet_from')} inputMode="numeric" />
            <Field {...textField('quiet_until')} inputMode="numeric" />
            <Field {...textField('time_zone')} />
          </div>
          <p className="text-xs text-muted">{t('alerts.quiet-hint')}</p>
        </Panel>
      </div>
      <SaveBar
        editor={editor}
        texts={{ saved: t('alerts.saved'), column: (column) => columnText(t, column) }}
      />
    </AdminPage>
  )
}

/** A new secret is shown once, so that the operator can copy it to the receiver. */
function WebhookSecret({ hasSecret }: { hasSecret: boolean }) {
  const { t } = useTranslation('admin')
  const fetcher = useFetcher<{ kind: string; secret?: string }>()
  const secret = fetcher.data?.secret
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="text-sm text-muted">{t(hasSecret ? 'alerts.secret-kept' : 'alerts.secret-none')}</p>
      <ActionButton
        unavailable={fetcher.state !== 'idle'}
        className="button-quiet min-h-10 px-4 text-sm"
        onClick={() =>
          fetcher.submit(JSON.stringify({ kind: 'renew-secret' }), {
            method: 'post',
            encType: 'application/json',
          })
        }
      >
        {t('alerts.secret-new')}
      </ActionButton>
      {secret && <SecretOnce text={t('alerts.secret-once')} secret={secret} />}
      <NotDone outcome={fetcher.data} />
    </div>
  )
}
