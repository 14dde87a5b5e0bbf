import { AccountEntries } from '#app/features/accounts/components/account-entries.tsx'
import { useMe } from '#app/features/visitor/components/me-provider.tsx'
import { PLACEHOLDER_BALANCE } from '#app/features/visitor/me.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { withColon } from '#app/platform/i18n/with-colon.ts'
import { formatDollars } from '#app/platform/numbers.ts'
import { accountPath, unprefixedAccountPath } from '#app/platform/paths.ts'
import { Icon } from '#app/ui/marks.tsx'
import { Menu } from '#app/ui/menu.tsx'

/** Signed out: links to sign in and up. Signed in: the balance chip and the user's menu. */
export function AccountArea() {
  const { t, i18n } = useTranslation('common')
  const { me } = useMe()
  if (!me?.user)
    return (
      <div className="for-strangers">
        <a href={accountPath(i18n.language, 'login')} className="button-plain">
          {t('sign-in')}
        </a>
        <a href={accountPath(i18n.language, 'register')} className="button">
          {t('sign-up')}
        </a>
      </div>
    )
  return (
    <div>
      <span title={t('balance.placeholder')} className="balance">
        <span className="sr-only">{withColon(t('balance'), i18n.language)} </span>
        <bdi dir="ltr">{formatDollars(PLACEHOLDER_BALANCE)}</bdi>
      </span>
      <Menu id="user-menu" label={t('user-menu')} icon={<Icon name="user" />}>
        <p title={me.user.email} className="who">
          <bdi>{me.user.email}</bdi>
        </p>
        <AccountEntries
          isAdmin={me.user.role === 'admin'}
          pathOf={(screen) => accountPath(i18n.language, screen)}
          signOut={t('sign-out')}
        />
      </Menu>
    </div>
  )
}

/** The same in the bar of small screens. */
export function BarAccount() {
  const { t } = useTranslation('common')
  const { me } = useMe()
  if (!me?.user)
    return (
      <>
        <a href={unprefixedAccountPath('login')} className="for-strangers">
          <Icon name="in" className="icon turns" />
          {t('bar.login')}
        </a>
        <a href={unprefixedAccountPath('register')} className="for-strangers">
          <Icon name="up" />
          {t('bar.register')}
        </a>
      </>
    )
  return (
    <Menu id="my-account" label={t('my-account')} caption={t('my-account')} icon={<Icon name="user" />}>
      <AccountEntries
        isAdmin={me.user.role === 'admin'}
        pathOf={unprefixedAccountPath}
        signOut={t('bar.logout')}
      />
    </Menu>
  )
}
