import { type ReactNode, use, useMemo } from 'react'
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useRouteLoaderData,
} from 'react-router'
import { I18nContext } from '#app/platform/i18n/use-translation.ts'
import type { Route } from './+types/root'
import latinFont from './fonts/inter-latin.woff2?url'
import arabicFont from './fonts/noto-sans-arabic.woff2?url'
import wideArabicFont from './fonts/noto-sans-arabic-wide.woff2?url'
import './app.css'
import { MARK_SCHEME } from '#app/features/theme/scheme.ts'
import { MARK_MEMBER } from '#app/features/visitor/member-mark.ts'
import english from '../locales/en/errors.json'
import { FALLBACK_LANGUAGE } from './features/languages/choose-language.ts'
import { createI18n } from './platform/i18n/i18n.ts'
import { sitemapPath } from './platform/paths.ts'
import { servicesContext } from './platform/services.ts'
import { MAKE_FIRST_FORMATTER } from './platform/time.ts'
import { documentContext } from './routes/document.ts'
import { PageError } from './routes/site/page-error.tsx'
import { headTags } from './site/base/head.ts'
import { type RootData, readRootData } from './site/base/root-data.server.ts'
import { Clock } from './ui/clock.tsx'
import { KEEP_EARLY } from './ui/early.ts'
import { MORE_FONTS } from './ui/more-fonts.ts'
import { NonceContext } from './ui/nonce.ts'
import { useMoreFonts } from './ui/use-more-fonts.ts'
import { useReady } from './ui/use-ready.ts'
import { FOLLOW_BY_TRANSITION, LET_TRANSITIONS_FAIL } from './ui/view-transition.ts'

export function loader({ params, url, context }: Route.LoaderArgs) {
  const wishes = context.get(documentContext)
  return readRootData({
    services: context.get(servicesContext),
    url,
    language: wishes?.language ?? params.lang,
    theme: wishes?.theme,
  })
}

/** The head of pages without one: a name, and noindex. */
export function meta({ loaderData }: Route.MetaArgs) {
  return headTags(undefined, loaderData)
}

/** The document's data change only with its language; a change of language loads the page again. */
export function shouldRevalidate({ currentParams, nextParams }: ShouldRevalidateFunctionArgs): boolean {
  return currentParams.lang !== nextParams.lang
}

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<RootData>('root')
  const isRightToLeft = root?.direction === 'rtl'
  // As in the public pages; the letters of other languages than Arabic are not looked for in the page, but expected.
  const isWide = isRightToLeft && root.language.split('-')[0] !== 'ar'
  const arabic = isWide ? wideArabicFont : arabicFont
  const font = isRightToLeft ? arabic : latinFont
  return (
    <html
      lang={root?.language ?? FALLBACK_LANGUAGE}
      dir={root?.direction ?? 'ltr'}
      data-letters={isWide ? 'wide' : undefined}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* As in the public pages: a browser reports a transition to a page without the rule as an error of that page. */}
        <style>{FOLLOW_BY_TRANSITION}</style>
        {/* Runs while the style sheet is loading. */}
        <script nonce={use(NonceContext)}>
          {MAKE_FIRST_FORMATTER + MARK_MEMBER + MARK_SCHEME + KEEP_EARLY + LET_TRANSITIONS_FAIL}
        </script>
        <Meta />
        <link rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
        {root && <link rel="sitemap" type="application/xml" href={root.origin + sitemapPath()} />}
        <link rel="icon" href={root?.faviconUrl || '/favicon.svg'} />
        <Links />
        <noscript>
          <link rel="stylesheet" href={MORE_FONTS} />
        </noscript>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: colours and angles only, checked by the theme's rules */}
        <style id="theme" dangerouslySetInnerHTML={{ __html: root?.theme ?? '' }} />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function App({ loaderData: { language, labels, priceMark, rendered } }: Route.ComponentProps) {
  const i18n = useMemo(() => createI18n(language, labels, priceMark), [language, labels, priceMark])
  useMoreFonts()
  useReady()
  return (
    <I18nContext value={i18n}>
      <Clock rendered={rendered}>
        <Outlet />
      </Clock>
    </I18nContext>
  )
}

/** The fallback when even the language could not be read: English. */
export function ErrorBoundary() {
  const i18n = useMemo(() => createI18n(FALLBACK_LANGUAGE, { errors: english }), [])
  useReady()
  return (
    <I18nContext value={i18n}>
      <main className="p-6">
        <PageError />
      </main>
    </I18nContext>
  )
}
