import { Clock, Menu } from 'lucide-react'
import { AccountLinks } from '#app/features/accounts/components/account-links.tsx'
import { SearchBox } from '#app/features/search/components/search-box.tsx'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { zoneName } from '#app/platform/time.ts'
import { useZone } from '#app/ui/clock.tsx'
import { Brand } from './brand.tsx'
import { SIDEBAR_ID } from './sidebar.tsx'

/** On small screens the menu button and the brand; on large ones the site's description and its time zone. */
export function Header({ siteName, logoUrl }: { siteName: string; logoUrl: string | null }) {
  const { t, i18n } = useTranslation('common')
  const zone = zoneName(useZone(), i18n.language)
  return (
    <header className="site-header sticky top-0 z-10 border-b border-line">
      <div className="page-width flex h-14 items-center gap-2 text-sm text-muted md:h-16">
        <button
          type="button"
          popoverTarget={SIDEBAR_ID}
          aria-label={t('menu.open')}
          className="-ms-3 inline-flex size-11 items-center justify-center rounded-lg text-body hover:bg-card-hover md:hidden"
        >
          <Menu aria-hidden="true" className="size-6" />
        </button>
        <div className="min-w-0 grow md:hidden">
          <Brand siteName={siteName} logoUrl={logoUrl} />
        </div>
        <SearchBox />
        <p className="hidden shrink-0 grow items-center justify-end gap-2 px-2 text-xs lg:flex">
          <Clock aria-hidden="true" className="size-4 text-icon" />
          <span suppressHydrationWarning>{t('time-zone', { zone })}</span>
        </p>
        <AccountLinks />
      </div>
    </header>
  )
}
