import { LogOut, Menu as MenuIcon, Moon, SquareArrowOutUpRight, Sun, X } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { Form, Outlet, useLocation, useRouteLoaderData } from 'react-router'
import { may, type Permission, type StaffRole } from '#app/features/accounts/permissions.ts'
import { getPlaceLabels } from '#app/features/catalogue/names.server.ts'
import { getResources } from '#app/features/translations/queries.server.ts'
import { createI18n, pickNamespaces } from '#app/platform/i18n/i18n.ts'
import { packLabels, unpackLabels } from '#app/platform/i18n/packed-labels.ts'
import { I18nContext, useTranslation } from '#app/platform/i18n/use-translation.ts'
import type { Services } from '#app/platform/services.ts'
import type { RootData } from '#app/site/base/root-data.server.ts'
import { type Rights, RightsProvider } from '#app/ui/admin/rights.tsx'
import { useDrawer } from '#app/ui/use-drawer.ts'
import type { Route } from './+types/layout'
import { Bell } from './bell.tsx'
import { backOffice, guardBackOffice } from './guard.server.ts'
import { keepForm } from './keep-form.ts'
import { type Look, readLook } from './look.ts'
import { MENU_ROW, Menu } from './menu.tsx'
import { entryOf } from './navigation.ts'
import { ProgressLine } from './progress-line.tsx'
import { screenMeta } from './screen-meta.ts'

export { AdminError as ErrorBoundary } from './error.tsx'

export const middleware: Route.MiddlewareFunction[] = [guardBackOffice]

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [keepForm]

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, actor } = backOffice(context, 'dashboard.read')
  return {
    labels: await packedLabels(services, actor.language),
    email: actor.email,
    role: actor.role,
    look: readLook(request.headers.get('cookie')),
  }
}

/** Every document of the back office has them. */
function packedLabels(services: Services, language: string): Promise<string> {
  return services.memo.get(`office-labels:${language}`, async () =>
    packLabels({
      ...pickNamespaces(await getResources(services, language), ['admin', 'common', 'settings']),
      ...(await getPlaceLabels(services, language)),
    }),
  )
}

export function meta({ loaderData, location, matches: [root] }: Route.MetaArgs) {
  return screenMeta(entryOf(location.pathname)?.text, loaderData?.labels, root.loaderData?.siteName)
}

/** The frame stays from screen to screen. */
export function shouldRevalidate() {
  return false
}

const SIDEBAR_ID = 'back-office-menu'

export default function BackOffice({ loaderData }: Route.ComponentProps) {
  const { labels, email, role, look } = loaderData
  const { pathname } = useLocation()
  const part = entryOf(pathname)?.part
  const rights = useMemo<Rights>(
    () => ({
      canChange: part === undefined || may(role, `${part}.change`),
      may: (permission) => may(role, permission as Permission),
    }),
    [part, role],
  )
  const { i18n } = useTranslation()
  const root = useRouteLoaderData<RootData>('root')
  const own = useMemo(
    () => createI18n(i18n.language, { ...root?.labels, ...unpackLabels(labels) }, i18n.priceMark),
    [i18n, root?.labels, labels],
  )
  const drawer = useRef<HTMLElement>(null)
  useDrawer(drawer)
  return (
    <I18nContext value={own}>
      <RightsProvider value={rights}>
        <div className="office">
          <SkipLink />
          <ProgressLine />
          <aside
            ref={drawer}
            id={SIDEBAR_ID}
            popover="auto"
            className="sidebar flex-col border-e border-line text-body"
          >
            <SidebarContent siteName={root?.siteName ?? ''} email={email} role={role} look={look} />
          </aside>
          <div className="flex min-h-dvh min-w-0 flex-col">
            <TopBar siteName={root?.siteName ?? ''} />
            <main
              id="content"
              tabIndex={-1}
              className="flex w-full grow flex-col gap-4 px-4 py-4 outline-none md:px-6 md:py-6"
            >
              <Outlet />
            </main>
          </div>
        </div>
      </RightsProvider>
    </I18nContext>
  )
}

function SkipLink() {
  const { t } = useTranslation('common')
  return (
    <a href="#content" className="skip-link">
      {t('skip-to-content')}
    </a>
  )
}

/** On small screens, the button that opens the menu. */
function TopBar({ siteName }: { siteName: string }) {
  const { t } = useTranslation('admin')
  return (
    <header className="flex h-14 items-center gap-2 border-b border-line px-2 md:hidden">
      <button
        type="button"
        popoverTarget={SIDEBAR_ID}
        aria-label={t('menu.open')}
        className="inline-flex size-11 items-center justify-center rounded-lg hover:bg-card-hover"
      >
        <MenuIcon aria-hidden="true" className="size-5" />
      </button>
      <span className="font-semibold text-heading">{siteName}</span>
    </header>
  )
}

function SidebarContent({
  siteName,
  email,
  role,
  look,
}: {
  siteName: string
  email: string
  role: StaffRole
  look: Look
}) {
  const { t } = useTranslation('admin')
  return (
    <>
      <div className="flex h-14 shrink-0 items-center justify-between ps-5 pe-2">
        <span className="truncate font-semibold text-heading">{siteName}</span>
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
      <Menu role={role} />
      <div className="flex flex-col border-t border-line p-2">
        {may(role, 'feeds.read') && <Bell />}
        <a href="/" target="_blank" rel="noopener" className={MENU_ROW}>
          <SquareArrowOutUpRight aria-hidden="true" className="size-4 shrink-0 text-icon" />
          {t('menu.view-site')}
        </a>
        <LookButton look={look} />
        <form method="post" action="/resources/sign-out">
          <button type="submit" className={MENU_ROW}>
            <LogOut aria-hidden="true" className="size-4 shrink-0 text-icon rtl:-scale-x-100" />
            <span className="grow">{t('menu.logout')}</span>
          </button>
        </form>
        <p className="truncate px-3 pt-1 text-xs text-muted" title={email}>
          {email} · {t(`people.role.${role}`)}
        </p>
      </div>
    </>
  )
}

function LookButton({ look }: { look: Look }) {
  const { t } = useTranslation('admin')
  const { pathname, search } = useLocation()
  const Icon = look === 'dark' ? Sun : Moon
  return (
    <Form method="post" action="/admin/look" reloadDocument>
      <input type="hidden" name="to" value={pathname + search} />
      <button type="submit" name="look" value={look === 'dark' ? 'light' : 'dark'} className={MENU_ROW}>
        <Icon aria-hidden="true" className="size-4 shrink-0 text-icon" />
        {t(look === 'dark' ? 'menu.light' : 'menu.dark')}
      </button>
    </Form>
  )
}
