import { ChevronDown, FerrisWheel, House, X } from 'lucide-react'
import type { RefObject } from 'react'
import { useLocation } from 'react-router'
import { SportsMenu } from '#app/features/catalogue/components/sports-menu.tsx'
import type { SportMenuEntry } from '#app/features/catalogue/schema.ts'
import { LanguagePicker } from '#app/features/languages/components/language-picker.tsx'
import type { Language } from '#app/features/languages/schema.ts'
import { SidePromotions } from '#app/features/promotions/components/side-promotions.tsx'
import type { Promotion, SpinWheel } from '#app/features/promotions/schema.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { homePath } from '#app/platform/paths.ts'
import { Link } from '#app/ui/link.tsx'
import { Brand } from './brand.tsx'

export const SIDEBAR_ID = 'sidebar'

const ROW = 'flex min-h-11 items-center gap-3 px-4 text-sm hover:bg-card-hover hover:text-heading md:min-h-10'

export interface SidebarProps {
  ref: RefObject<HTMLElement | null>
  siteName: string
  logoUrl: string | null
  languages: Language[]
  /** Null when they could not be loaded. */
  sports: SportMenuEntry[] | null
  promotions: Promotion[]
  spinWheel: SpinWheel | null
}

/** Fixed beside the page from 768 px on; below, a drawer that the header's button opens, also without scripts. */
export function Sidebar(props: SidebarProps) {
  const { t, i18n } = useTranslation('common')
  const { pathname } = useLocation()
  const home = homePath(i18n.language)
  return (
    <aside
      ref={props.ref}
      id={SIDEBAR_ID}
      popover="auto"
      className="sidebar flex-col border-e border-line text-body"
    >
      <div className="flex h-16 shrink-0 items-center justify-between ps-4 pe-2">
        <Brand siteName={props.siteName} logoUrl={props.logoUrl} />
        <button
          type="button"
          popoverTarget={SIDEBAR_ID}
          popoverTargetAction="hide"
          aria-label={t('menu.close')}
          className="inline-flex size-11 items-center justify-center rounded-lg hover:bg-card-hover md:hidden"
        >
          <X aria-hidden="true" className="size-5" />
        </button>
      </div>
      <nav aria-label={t('menu.label')} className="sidebar-menu grow overflow-y-auto overscroll-contain pb-4">
        <SpinWheelLink spinWheel={props.spinWheel} />
        <Link
          to={home}
          aria-current={pathname === home ? 'page' : undefined}
          className={`${ROW} aria-[current]:font-semibold aria-[current]:text-heading`}
        >
          <House aria-hidden="true" className="size-5 text-icon" />
          {t('home')}
        </Link>
        <details open className="group/all">
          <summary className={`${ROW} cursor-pointer`}>
            <span className="grow text-xs font-semibold text-muted">{t('sports')}</span>
            <ChevronDown aria-hidden="true" className="size-4 text-icon group-open/all:rotate-180" />
          </summary>
          <Sports sports={props.sports} />
        </details>
        <SidePromotions promotions={props.promotions} />
      </nav>
      <LanguagePicker languages={props.languages} />
    </aside>
  )
}

function Sports({ sports }: { sports: SportMenuEntry[] | null }) {
  const { t } = useTranslation('errors')
  if (sports) return <SportsMenu sports={sports} />
  return (
    <p role="alert" className="px-4 py-2 text-sm text-danger">
      {t('sports-load-failed')}
    </p>
  )
}

function SpinWheelLink({ spinWheel }: { spinWheel: SpinWheel | null }) {
  const { t } = useTranslation('common')
  if (!spinWheel?.inSidebar || !spinWheel.link) return null
  return (
    <a
      href={spinWheel.link}
      target="_blank"
      rel="noopener nofollow sponsored"
      className={`${ROW} text-accent`}
    >
      <FerrisWheel aria-hidden="true" className="size-5" />
      <span className="grow truncate">{spinWheel.title}</span>
      <span className="sr-only">({t('new-tab')})</span>
    </a>
  )
}
