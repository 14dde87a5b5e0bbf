import { useEffect } from 'react'
import { Outlet, type ShouldRevalidateFunctionArgs, useLocation, useRouteLoaderData } from 'react-router'
import '#app/site/site.css'
import '#app/site/odds.css'
import { NoticesContext } from '#app/features/audiences/components/notices.tsx'
import { MeProvider, useMe, useWatchedMe } from '#app/features/visitor/components/me-provider.tsx'
import { moveToProfileLanguage, startFrame } from '#app/islands/frame.ts'
import { startImages } from '#app/islands/images.ts'
import { startSchemes } from '#app/islands/schemes.ts'
import { servicesContext } from '#app/platform/services.ts'
import { readFrame } from '#app/site/base/frame-data.server.ts'
import type { RootData } from '#app/site/base/root-data.server.ts'
import { Frame } from '#app/site/frame/frame.tsx'
import { SIDEBAR_ID } from '#app/site/frame/props.ts'
import { closeDrawer } from '#app/ui/drawer.ts'
import { SiteLinks } from '#app/ui/site-links.tsx'
import { useNavigated } from '#app/ui/use-navigated.ts'
import type { Route } from './+types/layout'
import { PageError } from './page-error.tsx'
import { ProgressLine } from './progress-line.tsx'
import { requireLanguage } from './start-language.server.ts'

export const middleware: Route.MiddlewareFunction[] = [requireLanguage]

export async function loader({ params, context }: Route.LoaderArgs) {
  return readFrame(context.get(servicesContext), params.lang)
}

/** The frame is not loaded again on navigation; reloading the same page renews it. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  return currentUrl.href === nextUrl.href && defaultShouldRevalidate
}

/** The account screens in the frame of the public pages. */
export default function SiteLayout({ loaderData: frame }: Route.ComponentProps) {
  const root = useRouteLoaderData<RootData>('root')
  const { pathname, search } = useLocation()
  if (!root) return null
  return (
    <MeProvider>
      <NoticesContext value={frame.notices}>
        <SiteLinks>
          <ProgressLine />
          <Frame root={root} frame={frame} path={pathname} search={search} hasFormats={false}>
            <Outlet />
          </Frame>
        </SiteLinks>
      </NoticesContext>
      <Behaviour />
    </MeProvider>
  )
}

/** What a script does on the public pages. It changes only parts of the frame that React renders once. */
function Behaviour() {
  const user = useMe().me?.user
  useWatchedMe()
  useEffect(() => {
    startFrame()
    startSchemes()
    startImages((image) => !image.closest('#content'))
  }, [])
  useEffect(() => {
    if (user) moveToProfileLanguage(user.language)
  }, [user])
  useNavigated(() => {
    const drawer = document.getElementById(SIDEBAR_ID)
    if (drawer) closeDrawer(drawer)
  })
  return null
}

/** The error boundary when the frame cannot be rendered. */
export function ErrorBoundary() {
  return (
    <main className="p-6">
      <PageError />
    </main>
  )
}
