import { readFileSync } from 'node:fs'
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import { createI18n } from '#app/platform/i18n/i18n.ts'
import { I18nContext } from '#app/platform/i18n/use-translation.ts'
import { type Rendered, RenderedContext } from '#app/ui/clock.tsx'
import { withoutScripts } from './html.ts'

const labels = (name: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`../../locales/en/${name}.json`, import.meta.url), 'utf8'))

/** The English translator of the back office. */
export const english = createI18n('en', { admin: labels('admin'), common: labels('common') })

/** The first frame of a part of the back office, in English, without its scripts. */
export async function renderOffice(
  element: ReactElement,
  rendered: Rendered = { at: 0, zone: 'UTC' },
): Promise<string> {
  const { query, dataRoutes } = createStaticHandler([{ path: '*', element }])
  const context = await query(new Request('http://localhost/admin'))
  if (context instanceof Response) throw new Error(`redirected to ${context.headers.get('location')}`)
  const html = renderToString(
    <I18nContext value={english}>
      <RenderedContext value={rendered}>
        <StaticRouterProvider
          router={createStaticRouter(dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </RenderedContext>
    </I18nContext>,
  )
  return withoutScripts(html)
}
