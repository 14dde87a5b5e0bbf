import { Form, useFetcher } from 'react-router'
import { z } from 'zod'
import { deviceName, outcomeKey } from '#app/features/accounts/rules.ts'
import type { OpenSession, SignInEntry } from '#app/features/accounts/schema.ts'
import { endSessions, listOpenSessions, listSignIns } from '#app/features/accounts/sign-ins.server.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { ActionButton } from '#app/ui/admin/action-button.tsx'
import { Field } from '#app/ui/admin/fields.tsx'
import { AdminPage, Panel } from '#app/ui/admin/page.tsx'
import { NotAdmitted } from '#app/ui/admin/save-bar.tsx'
import { AdminRow, AdminTable, CELL } from '#app/ui/admin/table.tsx'
import { Instant } from '#app/ui/time.tsx'
import { ListLink } from '../bulk-edit/list-link.tsx'
import { readJson } from '../changes.server.ts'
import { adminAction, backOffice, reading } from '../guard.server.ts'
import type { Route } from './+types/route'

export { ScreenError as ErrorBoundary } from '../error.tsx'

const EMAIL_MAX = 254

export async function loader({ context, url }: Route.LoaderArgs) {
  const { services } = backOffice(context, 'people.read')
  const email = (url.searchParams.get('email') ?? '').trim().toLowerCase().slice(0, EMAIL_MAX)
  const [sessions, signIns] = await reading(
    services,
    'screen',
    Promise.all([listOpenSessions(services, { email }), listSignIns(services, { email })]),
  )
  return { email, sessions, signIns }
}

const ending = z.object({ sessionId: z.uuid(), all: z.boolean() })

/** Ends a session, or all sessions of its account. */
export const action = adminAction('people.change', async ({ services, actor, request }) => {
  const ended = await endSessions(services, actor, await readJson(request, ending))
  if (ended === 'not-allowed') return { kind: 'refused' as const }
  return { kind: 'ended' as const, count: ended }
})

const ignore = () => {}

export default function SignIns({ loaderData: { email, sessions, signIns } }: Route.ComponentProps) {
  const { t } = useTranslation('admin')
  return (
    <AdminPage
      title={t('menu.sign-ins')}
      description={t('sign-ins.description')}
      actions={<ListLink list="sign_ins" search={email} />}
    >
      <Form key={email} className="flex flex-wrap items-end gap-3">
        <Field label={t('sign-ins.email')} name="email" type="search" defaultValue={email} onValue={ignore} />
        <button type="submit" className="button min-h-10 px-4 text-sm">
          {t('history.filter')}
        </button>
      </Form>
      <Panel title={t('sign-ins.sessions')}>
        {sessions.length === 0 ? <Nothing /> : <Sessions sessions={sessions} />}
      </Panel>
      <Panel title={t('sign-ins.log')}>
        {signIns.length === 0 ? <Nothing /> : <Attempts signIns={signIns} />}
      </Panel>
    </AdminPage>
  )
}

function Nothing() {
  const { t } = useTranslation('admin')
  return <p className="text-sm text-muted">{t('sign-ins.none')}</p>
}

function Sessions({ sessions }: { sessions: OpenSession[] }) {
  const { t } = useTranslation('admin')
  const columns = ['account', 'device', 'address', 'since', 'last-used'] as const
  return (
    <AdminTable
      label={t('sign-ins.sessions')}
      columns={[
        ...columns.map((key) => ({ key, text: t(`sign-ins.${key}`) })),
        { key: 'actions', text: t('column.actions') },
      ]}
    >
      {sessions.map((session) => (
        <AdminRow key={session.id} changed={false}>
          <td className={CELL}>
            <bdi className="text-heading">{session.email}</bdi>
            {session.role && (
              <span className="block text-xs text-muted">{t(`people.role.${session.role}`)}</span>
            )}
          </td>
          <Where userAgent={session.userAgent} ipAddress={session.ipAddress} />
          <td className={`${CELL} whitespace-nowrap`}>
            <Instant at={session.since.toISOString()} style="dateTime" />
          </td>
          <td className={`${CELL} whitespace-nowrap`}>
            <Instant at={session.lastUsed.toISOString()} style="dateTime" />
          </td>
          <td className={CELL}>
            <EndButtons session={session} />
          </td>
        </AdminRow>
      ))}
    </AdminTable>
  )
}

function EndButtons({ session }: { session: OpenSession }) {
  const { t } = useTranslation('admin')
  const fetcher = useFetcher<{ kind: string }>()
  const end = (all: boolean) =>
    fetcher.submit(JSON.stringify({ sessionId: session.id, all }), {
      method: 'post',
      encType: 'application/json',
    })
  const look = 'button-quiet min-h-10 px-3 text-xs'
  const isBusy = fetcher.state !== 'idle'
  return (
    <span className="flex flex-wrap gap-2">
      <ActionButton unavailable={isBusy} onClick={() => end(false)} className={look}>
        {t('sign-ins.end')}
      </ActionButton>
      <ActionButton unavailable={isBusy} onClick={() => end(true)} className={look}>
        {t('sign-ins.end-all')}
      </ActionButton>
      {fetcher.data?.kind === 'refused' && (
        <span role="alert" className="text-xs text-danger">
          {t('people.problem.not-allowed')}
        </span>
      )}
      <NotAdmitted outcome={fetcher.data} />
    </span>
  )
}

function Attempts({ signIns }: { signIns: SignInEntry[] }) {
  const { t } = useTranslation('admin')
  const columns = ['at', 'account', 'outcome', 'device', 'address'] as const
  return (
    <AdminTable
      label={t('sign-ins.log')}
      columns={columns.map((key) => ({ key, text: t(`sign-ins.${key}`) }))}
    >
      {signIns.map((signIn) => (
        <AdminRow key={signIn.id} changed={false}>
          <td className={`${CELL} whitespace-nowrap`}>
            <Instant at={signIn.at.toISOString()} style="dateTime" />
          </td>
          <td className={CELL}>
            {signIn.email ? (
              <bdi className="text-heading">{signIn.email}</bdi>
            ) : (
              <span className="text-muted">{t('sign-ins.no-account')}</span>
            )}
          </td>
          <td className={CELL}>{t(`sign-ins.outcome.${outcomeKey(signIn.outcome)}`)}</td>
          <Where userAgent={signIn.userAgent} ipAddress={signIn.ipAddress} />
        </AdminRow>
      ))}
    </AdminTable>
  )
}

function Where({ userAgent, ipAddress }: { userAgent: string | null; ipAddress: string | null }) {
  const { t } = useTranslation('admin')
  return (
    <>
      <td className={CELL}>{deviceName(userAgent) ?? t('sign-ins.device-unknown')}</td>
      <td className={CELL}>
        <bdi dir="ltr">{ipAddress ?? '–'}</bdi>
      </td>
    </>
  )
}
