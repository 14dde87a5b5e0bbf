import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import type { AccountScreen } from '#app/platform/paths.ts'
import { Link } from '#app/ui/link.tsx'

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
