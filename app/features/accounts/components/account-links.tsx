import { CircleUserRound } from 'lucide-react'
import { useMe } from '#app/features/visitor/components/me-provider.tsx'
import { PLACEHOLDER_BALANCE } from '#app/features/visitor/me.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatDollars } from '#app/platform/numbers.ts'
import { type AccountScreen, accountPath } from '#app/platform/paths.ts'
import { Link } from '#app/ui/link.tsx'
import { Menu } from '#app/ui/menu.tsx'
import { Name } from '#app/ui/name.tsx'

/** Signed out: links to sign in and up. Signed in: the balance chip and the user's menu. Both take the same space. */
export function AccountLinks() {
  const { t, i18n } = useTranslation('common')
  const { me } = useMe()
  if (me?.user) return <SignedIn user={me.user} />
  return (
    <div className="for-strangers hidden min-w-44 shrink-0 items-center justify-end gap-2 md:flex">
      <Link
        to={accountPath(i18n.language, 'login')}
        className="inline-flex min-h-9 items-center rounded-lg px-3 font-semibold whitespace-nowrap text-body hover:bg-card-hover hover:text-heading"
      >
        {t('sign-in')}
      </Link>
      <Link to={accountPath(i18n.language, 'register')} className="button min-h-9 px-3 whitespace-nowrap">
        {t('sign-up')}
      </Link>
    </div>
  )
}

function SignedIn({ user }: { user: { email: string; role: string } }) {
  const { t, i18n } = useTranslation('common')
  return (
    <div className="hidden min-w-44 shrink-0 items-center justify-end gap-2 md:flex">
      <span
        title={t('balance.placeholder')}
        className="rounded-full border border-line px-3 py-1 text-xs font-semibold text-body tabular-nums"
      >
        <span className="sr-only">{t('balance')}: </span>
        <bdi dir="ltr">{formatDollars(PLACEHOLDER_BALANCE)}</bdi>
      </span>
      <Menu
        id="user-menu"
        label={t('user-menu')}
        icon={<CircleUserRound aria-hidden="true" className="size-6" />}
      >
        <p title={user.email} className="border-b border-line px-4 py-3 text-xs text-muted">
          <Name>{user.email}</Name>
        </p>
        <AccountEntries
          isAdmin={user.role === 'admin'}
          pathOf={(screen) => accountPath(i18n.language, screen)}
          signOut={t('sign-out')}
        />
      </Menu>
    </div>
  )
}

const ENTRY =
  'flex min-h-11 w-full items-center px-4 text-start text-sm text-body hover:bg-card-hover hover:text-heading'

const OWN_SCREENS = ['my-page', 'alerts', 'profile'] as const

/**
 * The menu of a signed-in visitor.
 * @param pathOf the address of a screen in the header or in the bar of small screens
 * @param signOut the label of its last entry, which differs between the header and the bar
 */
export function AccountEntries({
  isAdmin,
  pathOf,
  signOut,
}: {
  isAdmin: boolean
  pathOf: (screen: AccountScreen) => string
  signOut: string
}) {
  const { t, i18n } = useTranslation('common')
  return (
    <ul>
      {OWN_SCREENS.map((screen) => (
        <li key={screen}>
          <Link to={pathOf(screen)} className={ENTRY}>
            {t(screen)}
          </Link>
        </li>
      ))}
      {isAdmin && (
        <li>
          <a href="/admin" className={ENTRY}>
            {t('admin')}
          </a>
        </li>
      )}
      <li>
        <form method="post" action="/resources/sign-out">
          <input type="hidden" name="lang" value={i18n.language} />
          <button type="submit" className={ENTRY}>
            {signOut}
          </button>
        </form>
      </li>
    </ul>
  )
}
