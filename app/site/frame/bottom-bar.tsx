import type { SpinWheel } from '#app/features/promotions/schema.ts'
import { BarAccount } from '#app/islands/account-area.tsx'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { homePath } from '#app/platform/paths.ts'
import { Island } from '#app/ui/island.tsx'
import { Icon } from '#app/ui/marks.tsx'

/** At the bottom of small screens: home, the spin wheel, and the account. */
export function BottomBar({ spinWheel, path }: { spinWheel: SpinWheel | null; path: string }) {
  const { t, i18n } = useTranslation('common')
  const home = homePath(i18n.language)
  return (
    <nav aria-label={t('bottom-bar')} className="bottom-bar">
      <a href={home} aria-current={path === home ? 'page' : undefined}>
        <Icon name="home" />
        {t('home')}
      </a>
      {spinWheel?.inMobileBar && spinWheel.link && (
        <SpinWheelMenu spinWheel={spinWheel} link={spinWheel.link} />
      )}
      <Island name="bar-account" className="bar-account">
        <BarAccount />
      </Island>
    </nav>
  )
}

function SpinWheelMenu({ spinWheel, link }: { spinWheel: SpinWheel; link: string }) {
  const { t } = useTranslation('common')
  return (
    <>
      <button type="button" popoverTarget="spin-wheel" className="menu-button">
        <Icon name="wheel" />
        <span>{spinWheel.title}</span>
      </button>
      <div id="spin-wheel" popover="auto" className="menu-panel spin-wheel">
        <Icon name="wheel" className="icon large" />
        <b>{spinWheel.title}</b>
        <p>{spinWheel.subTitle}</p>
        <a href={link} target="_blank" rel="sponsored nofollow noopener" className="button">
          {spinWheel.buttonText}
          <span className="sr-only"> ({t('new-tab')})</span>
        </a>
      </div>
    </>
  )
}
