import { CircleUserRound, FerrisWheel, House, LogIn, UserPlus } from 'lucide-react'
import { AccountEntries } from '#app/features/accounts/components/account-links.tsx'
import type { SpinWheel } from '#app/features/promotions/schema.ts'
import { useMe } from '#app/features/visitor/components/me-provider.tsx'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { homePath, unprefixedAccountPath } from '#app/platform/paths.ts'
import { Link } from '#app/ui/link.tsx'
import { Menu } from '#app/ui/menu.tsx'

const ITEM =
  'inline-flex min-h-11 w-full flex-col items-center justify-center gap-0.5 rounded-lg text-xs text-body hover:bg-card-hover hover:text-heading'

/** The bar at the bottom of small screens: home, the spin wheel, and the account. */
export function BottomBar({ spinWheel }: { spinWheel: SpinWheel | null }) {
  const { t, i18n } = useTranslation('common')
  const { me } = useMe()
  return (
    <nav aria-label={t('bottom-bar')} className="bottom-bar border-t border-line md:hidden">
      <ul className="grid auto-cols-fr grid-flow-col items-center px-1 py-1">
        <li>
          <Link to={homePath(i18n.language)} className={ITEM}>
            <House aria-hidden="true" className="size-5 text-icon" />
            {t('home')}
          </Link>
        </li>
        {spinWheel?.inMobileBar && spinWheel.link && (
          <li>
            <SpinWheelMenu spinWheel={spinWheel} link={spinWheel.link} />
          </li>
        )}
        {me?.user ? (
          <li>
            <Menu
              id="my-account"
              label={t('my-account')}
              caption={t('my-account')}
              icon={<CircleUserRound aria-hidden="true" className="size-5" />}
            >
              <AccountEntries
                isAdmin={me.user.role === 'admin'}
                pathOf={unprefixedAccountPath}
                signOut={t('bar.logout')}
              />
            </Menu>
          </li>
        ) : (
          <>
            <li className="for-strangers">
              <Link to={unprefixedAccountPath('login')} className={ITEM}>
                <LogIn aria-hidden="true" className="size-5 rtl:-scale-x-100" />
                {t('bar.login')}
              </Link>
            </li>
            <li className="for-strangers">
              <Link to={unprefixedAccountPath('register')} className={ITEM}>
                <UserPlus aria-hidden="true" className="size-5" />
                {t('bar.register')}
              </Link>
            </li>
          </>
        )}
      </ul>
    </nav>
  )
}

function SpinWheelMenu({ spinWheel, link }: { spinWheel: SpinWheel; link: string }) {
  const { t } = useTranslation('common')
  return (
    <Menu
      id="spin-wheel"
      label={spinWheel.title}
      caption={spinWheel.title}
      icon={<FerrisWheel aria-hidden="true" className="size-5 text-accent" />}
    >
      <div className="flex flex-col items-center gap-3 p-6 text-center">
        <FerrisWheel aria-hidden="true" className="size-12 text-accent" />
        <p className="text-lg font-semibold text-heading">{spinWheel.title}</p>
        <p className="text-sm text-body">{spinWheel.subTitle}</p>
        <a
          href={link}
          target="_blank"
          rel="sponsored nofollow noopener"
          className="button min-h-11 w-full px-6 text-sm"
        >
          {spinWheel.buttonText}
          <span className="sr-only"> ({t('new-tab')})</span>
        </a>
      </div>
    </Menu>
  )
}
