import { OfferTerms } from '#app/features/audiences/components/notices.tsx'
import { SportIcon } from '#app/features/catalogue/components/sport-icon.tsx'
import type { SportSummary } from '#app/features/catalogue/schema.ts'
import { inLanguage } from '#app/features/languages/switch.ts'
import type { Promotion, SpinWheel } from '#app/features/promotions/schema.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { withColon } from '#app/platform/i18n/with-colon.ts'
import { homePath, sportPath, standalonePath } from '#app/platform/paths.ts'
import { Icon } from '#app/ui/marks.tsx'
import { Flag } from '../parts/flag.tsx'
import { Brand } from './brand.tsx'
import { type FrameProps, SIDEBAR_ID } from './props.ts'

type SidebarProps = Omit<FrameProps, 'children'>

/** Pages that are no place. */
const PAGES = [
  { page: 'dropping-odds', icon: 'drop', label: 'drops' },
  { page: 'sure-bets', icon: 'sure', label: 'sure-bets' },
  { page: 'value', icon: 'target', label: 'value' },
  { page: 'bookmakers', icon: 'trophy', label: 'bookmakers' },
  { page: 'tools', icon: 'tools', label: 'tools' },
] as const

/** Beside the page from tablets on; below, a drawer that the header's button opens, also without scripts. */
export function Sidebar({ root, frame, path, search }: SidebarProps) {
  const { t, i18n } = useTranslation(['common', 'matches', 'betting'])
  const home = homePath(i18n.language)
  return (
    <aside id={SIDEBAR_ID} popover="auto" className="sidebar">
      <div className="sidebar-top">
        <Brand siteName={root.siteName} logoUrl={root.logoUrl} />
        <button
          type="button"
          popoverTarget={SIDEBAR_ID}
          popoverTargetAction="hide"
          aria-label={t('menu.close')}
          className="tool on-phone"
        >
          <Icon name="close" />
        </button>
      </div>
      <nav aria-label={t('menu.label')} className="sidebar-menu">
        <SpinWheelLink spinWheel={frame.spinWheel} />
        <a href={home} aria-current={path === home ? 'page' : undefined} className="entry">
          <Icon name="home" />
          <span>{t('home')}</span>
        </a>
        {PAGES.map(({ page, icon, label }) => {
          const to = standalonePath(i18n.language, page)
          return (
            <a key={page} href={to} aria-current={path === to ? 'page' : undefined} className="entry">
              <Icon name={icon} />
              <span>{label === 'value' ? t('value', { ns: 'betting' }) : t(label, { ns: 'matches' })}</span>
            </a>
          )
        })}
        {frame.sports?.length !== 0 && (
          <details open>
            <summary className="entry heading">
              <span>{t('sports')}</span>
              <Icon name="down" className="icon small" />
            </summary>
            <Sports sports={frame.sports} path={path} />
          </details>
        )}
        <SidePromotions promotions={frame.promotions} />
      </nav>
      <LanguagePicker languages={root.languages} path={path} search={search} />
    </aside>
  )
}

interface SportEntry extends SportSummary {
  matchCount: number
}

/**
 * Each sport links to its page, and opens its countries, one sport at a time, which the browser ensures. They are
 * fetched when a visitor is about to open them.
 */
function Sports({ sports, path }: { sports: SportEntry[] | null; path: string }) {
  const { t, i18n } = useTranslation(['errors', 'common'])
  if (!sports)
    return (
      <p role="alert" className="failed">
        {t('sports-load-failed')}
      </p>
    )
  return (
    <ul>
      {sports.map((sport) => {
        const to = sportPath(i18n.language, sport.slug)
        return (
          <li key={sport.id} className="sport">
            <a
              href={to}
              aria-current={path === to ? 'page' : path.startsWith(`${to}/`) ? 'true' : undefined}
              className="entry"
            >
              <SportIcon sport={sport} className="icon" />
              <span>{sport.name}</span>
              {sport.matchCount > 0 && <small>({sport.matchCount})</small>}
            </a>
            <details name="sports-menu" data-countries={sport.slug}>
              <summary>
                <span className="sr-only">{t('sports.countries', { ns: 'common', sport: sport.name })}</span>
                <Icon name="down" className="icon small" />
              </summary>
              <ul />
            </details>
          </li>
        )
      })}
    </ul>
  )
}

function SpinWheelLink({ spinWheel }: { spinWheel: SpinWheel | null }) {
  const { t } = useTranslation('common')
  if (!spinWheel?.inSidebar || !spinWheel.link) return null
  return (
    <a href={spinWheel.link} target="_blank" rel="noopener nofollow sponsored" className="entry">
      <Icon name="wheel" />
      <span>
        {spinWheel.title}
        <span className="sr-only"> ({t('new-tab')})</span>
      </span>
    </a>
  )
}

function SidePromotions({ promotions }: { promotions: Promotion[] }) {
  const { t } = useTranslation(['promotions', 'common'])
  if (promotions.length === 0) return null
  return (
    <>
      <h2>{t('title')}</h2>
      {promotions.map(({ id, title, subtitle, href }) => (
        <a key={id} href={href} target="_blank" rel="sponsored nofollow noopener" className="entry">
          <Icon name="gift" />
          <span>
            <bdi>{title}</bdi>
            {subtitle && <small>{subtitle}</small>}
            <span className="sr-only"> ({t('new-tab', { ns: 'common' })})</span>
          </span>
          <small>{t('advertising', { ns: 'common' })}</small>
        </a>
      ))}
      <OfferTerms />
    </>
  )
}

function LanguagePicker({
  languages,
  path,
  search,
}: {
  languages: FrameProps['root']['languages']
  path: string
  search: string
}) {
  const { t, i18n } = useTranslation('common')
  const current = languages.find(({ code }) => code === i18n.language)
  return (
    <details className="languages">
      <summary className="entry">
        <Flag code={current?.flagCode ?? ''} />
        <span className="sr-only">{withColon(t('language'), i18n.language)}</span>
        <span lang={current?.code}>{current?.nativeName}</span>
        <Icon name="down" className="icon small" />
      </summary>
      <ul>
        {languages.map(({ code, nativeName, flagCode }) => (
          <li key={code}>
            <a
              href={inLanguage(path, search, code)}
              hrefLang={code}
              aria-current={code === current?.code ? 'true' : undefined}
              className="entry"
            >
              <Flag code={flagCode ?? ''} />
              <span lang={code}>{nativeName}</span>
              {code === current?.code && <Icon name="check" className="icon small" />}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}
