import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { type ListedPerson, NO_ROLE } from '#app/features/accounts/people.ts'
import type { StaffRole } from '#app/features/accounts/permissions.ts'
import { HistoryButton } from '#app/features/history/components/history-button.tsx'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatCount } from '#app/platform/numbers.ts'
import { ActionButton } from '#app/ui/admin/action-button.tsx'
import { SelectField } from '#app/ui/admin/fields.tsx'
import { AdminRow, AdminTable, CELL } from '#app/ui/admin/table.tsx'
import { useRequest } from '#app/ui/admin/use-request.ts'
import { Instant } from '#app/ui/time.tsx'
import { PasswordDialog } from '../password-dialog.tsx'
import { type Answer, AnswerBanner } from './answer.tsx'

type Asked =
  | { intent: 'role'; role: StaffRole | null }
  | { intent: 'block'; isBlocked: boolean }
  | { intent: 'two-factor' }

/** The accounts of a page with what can be done to each. */
export function PeopleTable({
  people,
  me,
  givable,
}: {
  people: readonly ListedPerson[]
  me: string
  givable: readonly StaffRole[]
}) {
  const { t } = useTranslation('admin')
  const request = useRequest<Answer>()
  const dialog = useRef<HTMLDialogElement>(null)
  const [asking, setAsking] = useState<{ person: ListedPerson; asked: Asked }>()
  const ask = (person: ListedPerson, asked: Asked) => {
    setAsking({ person, asked })
    dialog.current?.showModal()
  }
  const title = asking && titleOf(asking.asked, asking.person.email)
  return (
    <>
      <div aria-live="polite">
        <AnswerBanner answer={request.outcome} />
      </div>
      <AdminTable
        label={t('people.list')}
        isWide
        columns={[
          { key: 'account', text: t('sign-ins.account') },
          { key: 'role', text: t('column.back-office-role'), className: 'min-w-40' },
          { key: 'state', text: t('column.status') },
          { key: 'since', text: t('sign-ins.since') },
          { key: 'last', text: t('people.last-sign-in') },
          { key: 'actions', text: t('column.actions') },
        ]}
      >
        {people.map((person) => (
          <PersonRow
            key={person.id}
            person={person}
            isSelf={person.id === me}
            givable={givable}
            isBusy={request.busy}
            ask={(asked) => ask(person, asked)}
            signOut={() => request.send({ intent: 'sign-out', userId: person.id })}
          />
        ))}
      </AdminTable>
      <PasswordDialog
        dialog={dialog}
        title={title ?? ''}
        confirm={t('people.confirm')}
        onConfirm={(password) =>
          asking && request.send({ ...asking.asked, userId: asking.person.id, password })
        }
      />
    </>
  )

  function titleOf(asked: Asked, email: string): string {
    if (asked.intent === 'two-factor') return t('people.ask-two-factor', { email })
    if (asked.intent === 'block')
      return t(asked.isBlocked ? 'people.ask-block' : 'people.ask-open', { email })
    return asked.role
      ? t('people.ask-role', { email, role: t(`people.role.${asked.role}`) })
      : t('people.ask-no-role', { email })
  }
}

function PersonRow({
  person,
  isSelf,
  givable,
  isBusy,
  ask,
  signOut,
}: {
  person: ListedPerson
  isSelf: boolean
  givable: readonly StaffRole[]
  isBusy: boolean
  ask: (asked: Asked) => void
  signOut: () => void
}) {
  const { t, i18n } = useTranslation('admin')
  const { email, role, state } = person
  // What an administrator may not do to an owner, and nobody to himself, has no button.
  const isManaged = !isSelf && (role === null || givable.includes(role))
  const look = 'button-quiet min-h-10 px-3 text-xs'
  return (
    <AdminRow changed={false}>
      <th scope="row" className={`${CELL} text-start font-normal`}>
        <bdi className="font-semibold wrap-anywhere text-heading">{email}</bdi>
        {person.username && person.username !== email && (
          <bdi className="block text-xs text-muted">{person.username}</bdi>
        )}
        {isSelf && <span className="block text-xs text-muted">{t('people.you')}</span>}
      </th>
      <td className={CELL}>
        {isManaged && state !== 'unconfirmed' ? (
          <SelectField
            label={t('people.role-of', { email })}
            labelHidden
            value={role ?? NO_ROLE}
            disabled={isBusy}
            options={[NO_ROLE, ...givable].map((value) => ({
              value,
              text: t(`people.role.${value as StaffRole | 'none'}`),
            }))}
            onValue={(value) =>
              ask({ intent: 'role', role: value === NO_ROLE ? null : (value as StaffRole) })
            }
          />
        ) : (
          t(`people.role.${role ?? NO_ROLE}`)
        )}
      </td>
      <td className={CELL}>
        <span className={state === 'active' ? 'text-accent' : 'text-danger'}>
          {t(`people.state.${state}`)}
        </span>
        <span className="block text-xs text-muted">
          {t(person.twoFactor ? 'people.two-factor' : 'people.no-two-factor')}
        </span>
      </td>
      <td className={`${CELL} whitespace-nowrap`}>
        <Instant at={person.since.toISOString()} style="date" />
      </td>
      <td className={`${CELL} whitespace-nowrap`}>
        {person.lastSignIn ? <Instant at={person.lastSignIn.toISOString()} style="dateTime" /> : '–'}
        <Link
          to={`/admin/sign-ins?${new URLSearchParams({ email })}`}
          className="block text-xs text-link underline hover:text-link-hover"
        >
          {t('people.sessions', {
            count: person.sessions,
            number: formatCount(person.sessions, i18n.language),
          })}
        </Link>
      </td>
      <td className={CELL}>
        <span className="flex flex-wrap items-center gap-2">
          {(isManaged || isSelf) && person.sessions > (isSelf ? 1 : 0) && (
            <ActionButton
              unavailable={isBusy}
              aria-label={t('people.sign-out-of', { email })}
              onClick={signOut}
              className={look}
            >
              {t(isSelf ? 'people.sign-out-others' : 'people.sign-out')}
            </ActionButton>
          )}
          {isManaged && person.twoFactor && (
            <ActionButton
              unavailable={isBusy}
              aria-label={t('people.ask-two-factor', { email })}
              onClick={() => ask({ intent: 'two-factor' })}
              className={look}
            >
              {t('people.reset-two-factor')}
            </ActionButton>
          )}
          {isManaged && state !== 'unconfirmed' && (
            <ActionButton
              unavailable={isBusy}
              aria-label={t(state === 'blocked' ? 'people.ask-open' : 'people.ask-block', { email })}
              onClick={() => ask({ intent: 'block', isBlocked: state !== 'blocked' })}
              className={look}
            >
              {t(state === 'blocked' ? 'people.open' : 'people.block')}
            </ActionButton>
          )}
          <HistoryButton entity="profiles" id={person.id} name={email} />
        </span>
      </td>
    </AdminRow>
  )
}
