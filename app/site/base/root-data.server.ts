import { mentionsBarred } from '#app/features/audiences/permissions.ts'
import { readAudience, withAdWord } from '#app/features/audiences/queries.server.ts'
import { readWayText } from '#app/features/experiments/queries.server.ts'
import { isDemoLoading } from '#app/features/imports/demo-loading.server.ts'
import { FALLBACK_LANGUAGE } from '#app/features/languages/choose-language.ts'
import { listLanguages } from '#app/features/languages/queries.server.ts'
import { FORMAT_PARAMETER, readFormat, usualFormat } from '#app/features/odds/shown-price.ts'
import { readSettings } from '#app/features/settings/queries.server.ts'
import { schemeOf, type ThemeSettings, themeCss } from '#app/features/theme/rules.ts'
import { getPublicLabels } from '#app/features/translations/queries.server.ts'
import type { Services } from '#app/platform/services.ts'
import { readOrigin } from './origin.server.ts'

export type RootData = Awaited<ReturnType<typeof readRootData>>

interface RootRequest {
  services: Services
  url: URL
  /** A language's code; any other gets the fallback's labels. */
  language: string | undefined
  /** Replaces the settings. */
  theme?: ThemeSettings | undefined
}

/** The common data of every document: its language, labels, theme and name. */
export async function readRootData({ services, url, language: asked, theme }: RootRequest) {
  const [languages, settings, origin] = await Promise.all([
    listLanguages(services),
    readSettings(services),
    readOrigin(services, url),
  ])
  const language = languages.find((it) => it.code === asked)
  const code = language?.code ?? FALLBACK_LANGUAGE
  const labels = await withAdWord(services, code, await getPublicLabels(services, code))
  const askedFormat = readFormat(url.searchParams.get(FORMAT_PARAMETER))
  return {
    language: code,
    direction: language?.rtl ? ('rtl' as const) : ('ltr' as const),
    languages,
    labels,
    priceMark: settings.price_decimal_mark,
    /** The format of prices: of the address, else the operator's, else the usual one of the language. */
    priceFormat: askedFormat ?? readFormat(settings.price_format) ?? usualFormat(code),
    /** The format in the address, which links keep. */
    askedFormat,
    wayText: await readWayText(services, code, settings.way_texts),
    firstBookmakers: settings.first_bookmakers?.split(' ') ?? [],
    siteName: settings.site_name,
    logoUrl: settings.logo_url,
    faviconUrl: settings.favicon_url,
    socialImageUrl: mentionsBarred(await readAudience(services), settings.social_image_url)
      ? null
      : settings.social_image_url,
    demo: settings.demo_content,
    /** Whether the footer links to the reference of the API and to the widgets. */
    programLinks: settings.program_links,
    isDemoLoading: settings.demo_content && (await isDemoLoading(services)),
    theme: themeCss(theme ?? settings),
    /** The operator's colour scheme, if visitors can choose another one. */
    ownScheme: settings.visitor_schemes ? schemeOf(settings) : null,
    origin,
    rendered: { at: Date.now(), zone: settings.time_zone },
  }
}
