import { useMemo } from 'react'
import { Outlet, useRouteLoaderData } from 'react-router'
import { getResources } from '#app/features/translations/queries.server.ts'
import { createI18n, pickNamespaces } from '#app/platform/i18n/i18n.ts'
import { I18nContext, useTranslation } from '#app/platform/i18n/use-translation.ts'
import { servicesContext } from '#app/platform/services.ts'
import { headTags } from '#app/site/base/head.ts'
import type { RootData } from '#app/site/base/root-data.server.ts'
import type { Route } from './+types/layout'

export { PageError as ErrorBoundary } from '../site/page-error.tsx'

/** The texts of the account screens, which public pages do not include. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const labels = await getResources(context.get(servicesContext), params.lang)
  return { labels: pickNamespaces(labels, ['auth', 'profile', 'alerts']) }
}

/** The error boundary of the account screens, which have their own heads. */
export function meta({ matches: [root], error }: Route.MetaArgs) {
  return headTags(undefined, root.loaderData, error)
}

/** Every response here is personal and must not be cached. */
export function headers() {
  return { 'Cache-Control': 'no-store', 'Referrer-Policy': 'same-origin' }
}

export default function AccountLayout({ loaderData: { labels } }: Route.ComponentProps) {
  const { i18n } = useTranslation()
  const root = useRouteLoaderData<RootData>('root')
  const own = useMemo(
    () => createI18n(i18n.language, { ...root?.labels, ...labels }, i18n.priceMark),
    [i18n, root?.labels, labels],
  )
  return (
    <I18nContext value={own}>
      <div className="pt-4 md:pt-6">
        <Outlet />
      </div>
    </I18nContext>
  )
}
