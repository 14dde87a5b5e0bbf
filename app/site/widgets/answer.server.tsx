import { createHash } from 'node:crypto'
import { getKnownLanguages } from '#app/features/languages/queries.server.ts'
import { PriceFormatContext } from '#app/features/odds/components/odds.tsx'
import { createI18n } from '#app/platform/i18n/i18n.ts'
import { homePath } from '#app/platform/paths.ts'
import type { Services } from '#app/platform/services.ts'
import { type DateStyle, formatDate, writeTimesScript, zoneName } from '#app/platform/time.ts'
import { type RootData, readRootData } from '../base/root-data.server.ts'
import { readWidgetData } from '../base/widget-data.server.ts'
import { readWidget, type WidgetRequest } from '../base/widget-request.ts'
import { escapeText } from '../document.server.ts'
import { renderView } from '../render.server.tsx'
import { TELL_HEIGHT } from './scripts.ts'
import { Widget } from './widget.tsx'

/** Prices of an open widget are fetched again after this time. */
const REFRESH_SECONDS = 120

const STYLE = `*{box-sizing:border-box;margin:0}
body{padding:12px;font:14px/1.5 system-ui,sans-serif;color:var(--text-body);background:var(--background)}
a{color:inherit;text-decoration:none}a:hover{text-decoration:underline}
h1{font-size:16px;color:var(--text-heading)}p,small,footer{font-size:12px;color:var(--text-muted)}
ul{padding:0;list-style:none}
li{display:grid;grid-template-columns:1fr auto;gap:0 12px;padding:6px 0;border-top:1px solid var(--container-border)}
li:first-child{border:0}small{grid-row:2}
.prices{grid-column:2;grid-row:1/3;display:flex;gap:4px;align-items:center}
b{min-width:52px;padding:4px 6px;text-align:center;font-variant-numeric:tabular-nums;color:var(--text-heading);background:var(--card-background);border:1px solid var(--container-border);border-radius:6px;unicode-bidi:isolate}
table{width:100%;border-collapse:collapse}th{font-weight:400;text-align:start;color:var(--text-muted)}
td,thead th:not(:first-child){width:72px;text-align:center}.ranks td,.ranks thead th:not(:first-child){width:48px}
.ranks tbody th{color:var(--text-heading)}.ranks tr+tr{border-top:1px solid var(--container-border)}th,td{padding:4px 2px}td b{display:block}
.best b{color:var(--button-text);background:var(--button-background);border-color:var(--button-background)}
footer{display:flex;gap:8px;justify-content:space-between;padding-top:8px}`

/** A document for frames of other sites. It has no cookies, no other scripts, and no link to a bookmaker. */
export async function answerWidget(
  services: Services,
  { url, kind }: { url: URL; kind: string },
): Promise<Response> {
  const asked = readWidget(kind, url.searchParams)
  const languages = await getKnownLanguages(services)
  const lang = languages.active.find((it) => it === asked?.lang) ?? languages.default
  const root = await readRootData({ services, url, language: lang })
  const data = asked && (await readWidgetData(services, asked, lang))
  const i18n = createI18n(root.language, root.labels, root.priceMark)
  const body = data
    ? renderView(
        <PriceFormatContext value={asked.format ?? root.priceFormat}>
          <Widget data={data} lang={lang} />
        </PriceFormatContext>,
        i18n,
        root.rendered,
      )
    : `<p>${escapeText(root.labels.errors?.['page-not-found'] ?? '')}</p>`
  return new Response(writeWidget(root, asked, body), {
    status: data ? 200 : 404,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policyOf(root.language, services.env.https !== false),
      // Also for sites that are isolated (COEP), which frame only documents that say both.
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Cross-Origin-Embedder-Policy': 'credentialless',
      'Cache-Control': data ? 'public, max-age=30' : 'no-store',
      'X-Robots-Tag': 'noindex',
    },
  })
}

function writeWidget(root: RootData, asked: WidgetRequest | null, body: string): string {
  const scheme = asked?.scheme && root.ownScheme !== null ? ` data-scheme="${asked.scheme}"` : ''
  const home = homePath(root.language)
  const at = new Date(root.rendered.at)
  const { zone } = root.rendered
  // Readers of another site do not know the zone of this one: the script writes times in theirs, and says which it is.
  const time =
    `<span><time datetime="${at.toISOString()}" data-time="time">${formatDate(at, 'time', root.language, zone)}</time> ` +
    `<bdi data-zone>${zoneName(zone, root.language)}</bdi></span>`
  return (
    `<!DOCTYPE html><html lang="${root.language}" dir="${root.direction}"${scheme}><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    // Once for all links: twenty matches stay below 15 KB.
    '<base target="_blank">' +
    `<meta http-equiv="refresh" content="${REFRESH_SECONDS}"><title>${escapeText(root.siteName)}</title>` +
    `<style>${root.theme}${STYLE}</style></head><body><main>${body}</main>` +
    `<footer><a href="${home}">${escapeText(root.siteName)}</a>` +
    `${time}<span>18+</span></footer><script>${scriptOf(root.language)}</script></body></html>`
  )
}

const STYLES: readonly DateStyle[] = ['time', 'dateTime']
const scriptOf = (language: string) => writeTimesScript(STYLES, language) + TELL_HEIGHT

/** Only these documents may be framed by other sites. */
function policyOf(language: string, isHttps: boolean): string {
  const hash = createHash('sha256').update(scriptOf(language), 'utf8').digest('base64')
  return [
    "default-src 'none'",
    `script-src 'sha256-${hash}'`,
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    'frame-ancestors *',
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}
