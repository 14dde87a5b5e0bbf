import { renderToStaticMarkup } from 'react-dom/server'
import { FALLBACK_LANGUAGE } from '#app/features/languages/choose-language.ts'
import { builtInLabels, isBuiltIn } from '#app/features/translations/built-in.server.ts'

const RETRY_SECONDS = 5

/**
 * The page for a visitor whose page cannot be rendered because the queue is full, in the language of its address; it
 * reloads automatically.
 */
export function busyPage(path: string): string {
  const asked = path.slice(1, 3).toLowerCase()
  const language = isBuiltIn(asked) ? asked : FALLBACK_LANGUAGE
  const { errors: { busy, 'busy-hint': hint } = {} } = builtInLabels(language)
  return `<!doctype html>${renderToStaticMarkup(
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta httpEquiv="refresh" content={String(RETRY_SECONDS)} />
        <title>{busy}</title>
      </head>
      <body
        dir="auto"
        style={{ font: '16px/1.5 system-ui, sans-serif', margin: '20vh 24px', textAlign: 'center' }}
      >
        <h1 style={{ fontSize: 20 }}>{busy}</h1>
        <p>{hint}</p>
      </body>
    </html>,
  )}`
}
