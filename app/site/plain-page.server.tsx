import { renderToStaticMarkup } from 'react-dom/server'
import { FALLBACK_LANGUAGE } from '#app/features/languages/choose-language.ts'
import { builtInLabels, isBuiltIn } from '#app/features/translations/built-in.server.ts'
import { homePath } from '#app/platform/paths.ts'
import type errors from '../../locales/en/errors.json'

/**
 * A page without the site's frame, data and styles, in a built-in language.
 * @param language a language's code; English for any other text
 */
export function plainPage({
  language: asked,
  title,
  hint,
  reloadAfter,
  linksHome,
}: {
  language: string
  title: keyof typeof errors
  hint: keyof typeof errors
  /** In seconds. */
  reloadAfter?: number
  linksHome?: boolean
}): string {
  const language = isBuiltIn(asked) ? asked : FALLBACK_LANGUAGE
  const { errors: labels = {} } = builtInLabels(language)
  return `<!doctype html>${renderToStaticMarkup(
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/favicon.svg" />
        {reloadAfter !== undefined && <meta httpEquiv="refresh" content={String(reloadAfter)} />}
        <title>{labels[title]}</title>
      </head>
      <body
        dir="auto"
        style={{ font: '16px/1.5 system-ui, sans-serif', margin: '20vh 24px', textAlign: 'center' }}
      >
        <h1 style={{ fontSize: 20 }}>{labels[title]}</h1>
        <p>{labels[hint]}</p>
        {linksHome && (
          <p>
            <a href={homePath(language)}>{labels['back-home']}</a>
          </p>
        )}
      </body>
    </html>,
  )}`
}
