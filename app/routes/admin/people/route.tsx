import { Form } from 'react-router'
import { z } from 'zod'
import { confirmPassword } from '#app/features/accounts/confirm-password.server.ts'
import { invite, listInvitations, withdrawInvitation } from '#app/features/accounts/invitations.server.ts'
import { sendAccountMail, withMailOrigin } from '#app/features/accounts/mail.server.ts'
import {
  blockPerson,
  changeRole,
  listPeople,
  resetTwoFactor,
  signOutPerson,
} from '#app/features/accounts/people.server.ts'
import {
  PEOPLE_A_PAGE,
  PEOPLE_GROUPS,
  PEOPLE_ORDERS,
  parsePeopleFilter,
} from '#app/features/accounts/people.ts'
import { givableRoles, STAFF_ROLES } from '#app/features/accounts/permissions.ts'
import { isEmail, normalizeEmail } from '#app/features/accounts/rules.ts'
import { listLanguages } from '#app/features/languages/queries.server.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatCount } from '#app/platform/numbers.ts'
import { Field, SelectField } from '#app/ui/admin/fields.tsx'
import { AdminPage, Panel } from '#app/ui/admin/page.tsx'
import { Pages } from '#app/ui/admin/pages.tsx'
import { ListLink } from '../bulk-edit/list-link.tsx'
import { readJson } from '../changes.server.ts'
import { adminAction, backOffice, reading } from '../guard.server.ts'
import type { Route } from './+types/route'
import { Invitations } from './invitations.tsx'
import { PeopleTable } from './people-table.tsx'

export { ScreenError as ErrorBoundary } from '../error.tsx'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { services, actor } = backOffice(context, 'people.read')
  const filter = parsePeopleFilter(url.searchParams)
  const [page, invitations, languages] = await reading(
    services,
    'screen',
    Promise.all([listPeople(services, filter), listInvitations(services), listLanguages(services)]),
  )
  return {
    ...page,
    filter,
    invitations,
    me: actor.id,
    language: actor.language,
    givable: givableRoles(actor.role),
    languages: languages.map(({ code, nativeName }) => ({ code, nativeName })),
  }
}

const role = z.enum(STAFF_ROLES)
const password = z.string().max(2_000)
const userId = z.uuid()
const peopleRequest = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('role'), userId, role: role.nullable(), password }),
  z.object({ intent: z.literal('block'), userId, isBlocked: z.boolean(), password }),
  z.object({ intent: z.literal('two-factor'), userId, password }),
  z.object({ intent: z.literal('sign-out'), userId }),
  z.object({
    intent: z.literal('invite'),
    email: z.string().max(300),
    role,
    language: z.string().max(10),
    password,
  }),
  z.object({ intent: z.literal('withdraw'), id: z.uuid() }),
])

/** What changes who may do what asks for the password of whoever does it. */
export const action = adminAction('people.change', async ({ services, actor, request, url }) => {
  const asked = await readJson(request, peopleRequest)
  if ('password' in asked) {
    const wrong = await confirmPassword(services, request, actor.id, asked.password)
    if (wrong) return { kind: 'password-refused' as const, problem: wrong }
  }
  switch (asked.intent) {
    case 'role':
      return changeRole(services, actor, asked)
    case 'block':
      return blockPerson(services, actor, asked)
    case 'sign-out':
      return signOutPerson(services, actor, asked)
    case 'two-factor': {
      const done = await resetTwoFactor(services, actor, asked)
      if (done.kind === 'done') {
        const page = { lang: done.language ?? actor.language, origin: services.env.appUrl ?? url.origin }
        const mail = { kind: 'two-factor-off', email: done.email } as const
        withMailOrigin(page, () => sendAccountMail(services, mail)).catch((error: unknown) =>
          services.log.error({ err: error }, 'accounts: a mail could not be sent'),
        )
      }
      return done
    }
    case 'invite': {
      const email = normalizeEmail(asked.email)
      if (!isEmail(email)) return { kind: 'invite-refused' as const, problem: 'email-invalid' as const }
      const languages = await listLanguages(services)
      const lang = languages.find(({ code }) => code === asked.language)?.code ?? actor.language
      const origin = services.env.appUrl ?? url.origin
      return invite(services, actor, { email, role: asked.role, lang, origin })
    }
    case 'withdraw':
      return (await withdrawInvitation(services, actor, asked.id))
        ? { kind: 'withdrawn' as const }
        : { kind: 'unchanged' as const }
  }
})

const ignore = () => {}

export default function People({ loaderData }: Route.ComponentProps) {
  const { t, i18n } = useTranslation('admin')
  const { people, total, filter } = loaderData
  const pages = Math.max(1, Math.ceil(total / PEOPLE_A_PAGE))
  const { search, who, sort } = filter
  const to = (page: number) => `?${new URLSearchParams({ q: search, who, sort, page: String(page) })}`
  return (
    <AdminPage
      title={t('menu.people')}
      description={t('people.description')}
      actions={<ListLink list="profiles" search={search} />}
    >
      <Invitations {...loaderData} />
      <Panel title={t('people.list')}>
        <Form key={JSON.stringify(filter)} role="search" className="flex flex-wrap items-end gap-3">
          <Field
            label={t('people.search')}
            name="q"
            type="search"
            defaultValue={filter.search}
            onValue={ignore}
          />
          <SelectField
            label={t('people.show')}
            name="who"
            defaultValue={filter.who}
            options={PEOPLE_GROUPS.map((value) => ({ value, text: t(`people.show.${value}`) }))}
            onValue={ignore}
          />
          <SelectField
            label={t('people.sort')}
            name="sort"
            defaultValue={filter.sort}
            options={PEOPLE_ORDERS.map((value) => ({ value, text: t(`people.sort.${value}`) }))}
            onValue={ignore}
          />
          <button type="submit" className="button min-h-10 px-4 text-sm">
            {t('history.filter')}
          </button>
        </Form>
        <p className="text-sm text-muted tabular-nums">
          {t('people.count', { count: total, number: formatCount(total, i18n.language) })}
        </p>
        {people.length > 0 && <PeopleTable {...loaderData} />}
        <Pages page={filter.page} pages={pages} to={to} />
      </Panel>
    </AdminPage>
  )
}
