import { AgeGate, CountryNotice } from '#app/features/audiences/components/notices.tsx'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { searchPath } from '#app/platform/paths.ts'
import { BottomBar } from './bottom-bar.tsx'
import { Foot } from './foot.tsx'
import { Header } from './header.tsx'
import type { FrameProps } from './props.ts'
import { Sidebar } from './sidebar.tsx'

/** The frame around every page. */
export function Frame({ root, frame, path, search, hasFormats = true, children }: FrameProps) {
  const { t, i18n } = useTranslation('common')
  const isSearch = path === searchPath(i18n.language)
  const typed = isSearch ? (new URLSearchParams(search).get('q') ?? '') : ''
  return (
    <div className="site">
      <AgeGate path={path + search} />
      <a href="#content" className="skip-link">
        {t('skip-to-content')}
      </a>
      <Sidebar root={root} frame={frame} path={path} search={search} />
      <div className="beside">
        <Header root={root} search={search} typed={typed} hasFormats={hasFormats} />
        <main id="content" tabIndex={-1}>
          <CountryNotice />
          {root.isDemoLoading && <p className="loading-note">{t('demo-loading')}</p>}
          {children}
        </main>
        <Foot
          footer={frame.footer}
          ownScheme={root.ownScheme}
          demo={root.demo}
          programLinks={root.programLinks}
        />
        <BottomBar spinWheel={frame.spinWheel} path={path} />
      </div>
      <div id="notices" role="status" className="notices" />
    </div>
  )
}
