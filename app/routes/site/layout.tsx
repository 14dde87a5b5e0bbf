import { useRef } from 'react'
import { Outlet, type ShouldRevalidateFunctionArgs, useRouteLoaderData } from 'react-router'
import { getLocalNames } from '#app/features/catalogue/names.server.ts'
import { getSportsMenu } from '#app/features/catalogue/queries.server.ts'
import { SiteFooter } from '#app/features/footer/components/site-footer.tsx'
import { getFooter } from '#app/features/footer/queries.server.ts'
import { getSpinWheel, listPromotions } from '#app/features/promotions/queries.server.ts'
import { MeProvider } from '#app/features/visitor/components/me-provider.tsx'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { type Services, servicesContext } from '#app/platform/services.ts'
import { orNull } from '#app/site/base/or-null.server.ts'
import type { RootData } from '#app/site/base/root-data.server.ts'
import { SiteLinks } from '#app/ui/site-links.tsx'
import { useDrawer } from '#app/ui/use-drawer.ts'
import { useIsFirstPage } from '#app/ui/use-navigated.ts'
import type { Route } from './+types/layout'
import { PageError } from './page-error.tsx'
import { BottomBar } from './shell/bottom-bar.tsx'
import { DemoLine } from './shell/demo-line.tsx'
import { Header } from './shell/header.tsx'
import { ProgressLine } from './shell/progress-line.tsx'
import { Sidebar } from './shell/sidebar.tsx'
import { requireLanguage } from './start-language.server.ts'

export const middleware: Route.MiddlewareFunction[] = [requireLanguage]

export async function loader({ params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const { lang } = params
  const [menu, promotions, spinWheel, footer] = await Promise.all([
    orNull(services, 'Failed to load sports data', readMenu(services, params)),
    orNull(services, 'the side menu shows no promotions', listPromotions(services, lang, 'side')),
    orNull(services, 'the spin wheel is not shown', getSpinWheel(services, lang)),
    orNull(services, 'the footer is not shown', getFooter(services, lang)),
  ])
  return { menu, promotions: promotions ?? [], spinWheel, footer }
}

/** The sports, and the countries of the current sport: the others' are fetched when a visitor opens them. */
async function readMenu(services: Services, params: { lang: string; sport?: string }) {
  const [names, sports] = await Promise.all([getLocalNames(services, params.lang), getSportsMenu(services)])
  return sports.map(({ countries, ...sport }) => ({
    ...names.sport(sport),
    countries: sport.slug === params.sport ? countries.map(names.country) : null,
  }))
}

/** The frame is not loaded again on navigation; reloading the same page renews it. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  return currentUrl.href === nextUrl.href && defaultShouldRevalidate
}

export default function SiteLayout({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('common')
  const root = useRouteLoaderData<RootData>('root')
  const drawer = useRef<HTMLElement>(null)
  const isFirstPage = useIsFirstPage()
  useDrawer(drawer)
  if (!root) return null
  const brand = { siteName: root.siteName, logoUrl: root.logoUrl }
  return (
    <MeProvider>
      <SiteLinks className={isFirstPage ? 'site first-page' : 'site'}>
        <a href="#content" className="skip-link">
          {t('skip-to-content')}
        </a>
        <ProgressLine sports={loaderData.menu} />
        <Sidebar
          ref={drawer}
          {...brand}
          languages={root.languages}
          sports={loaderData.menu}
          promotions={loaderData.promotions}
          spinWheel={loaderData.spinWheel}
        />
        <div className="flex min-h-dvh min-w-0 flex-col">
          {root.demo && <DemoLine />}
          <Header {...brand} />
          <main
            id="content"
            tabIndex={-1}
            className="page-width flex flex-col gap-6 py-4 pb-10 outline-none md:py-6"
          >
            <Outlet />
          </main>
          <SiteFooter footer={loaderData.footer} />
          <BottomBar spinWheel={loaderData.spinWheel} />
        </div>
      </SiteLinks>
    </MeProvider>
  )
}

/** The error boundary when the frame cannot be rendered. */
export function ErrorBoundary() {
  return (
    <main className="p-6">
      <PageError />
    </main>
  )
}
