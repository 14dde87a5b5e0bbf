/** Serves one page of about 30 KB from the page cache, with the tags of a page of 40 matches; prints its port. */
import { createHash } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { FrontServer } from '#app/platform/http/front-server.server.ts'
import { createPageCache } from '#app/platform/http/page-cache.server.ts'
import { noteRead } from '#app/platform/http/reads.server.ts'
import { createRequestListener } from '#app/platform/http/request-listener.server.ts'
import { createResponseLookup } from '#app/platform/http/response-lookup.server.ts'
import { openStaticFiles } from '#app/platform/http/static.server.ts'

const PAGE_BYTES = 30_000
const ids = Array.from({ length: 40 }, (_, index) => uuidOf(`match ${index}`))

function uuidOf(seed: string): string {
  return createHash('sha256')
    .update(seed)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5')
}

function matchRow(id: string, index: number): string {
  const price = (outcome: number) => (1.2 + ((index * 37 + outcome * 91) % 480) / 100).toFixed(2)
  return `<li data-id="${id}"><a class="match" href="/en/football/country-${index % 7}/league-${index % 11}/${id.slice(0, 8)}"><time datetime="2030-01-01T1${index % 10}:30:00Z">1${index % 10}:30</time><span>Team ${id.slice(0, 6)}</span><span>Team ${id.slice(9, 13)}</span></a><div class="odds"><b>${price(0)}</b><b>${price(1)}</b><b>${price(2)}</b></div></li>`
}

function page(): string {
  const rows = ids.map(matchRow).join('')
  const state = JSON.stringify(ids.map((id, index) => ({ id, odds: [index, index + 1, index + 2] })))
  const start = `<!doctype html><html lang="en"><head><title>Odds</title></head><body><ul>${rows}</ul><script>window.state=${state}</script>`
  return `${start}${'<p>Compare the prices of the market.</p>'.repeat(Math.ceil((PAGE_BYTES - start.length) / 40))}</body></html>`
}

async function handle(): Promise<Response> {
  noteRead('settings', 'languages', 'translations:en', 'sports', 'footer', 'seo', 'bookmakers', 'matches')
  for (const id of ids) noteRead(`match:${id}`)
  return new Response(page(), { headers: { 'content-type': 'text/html; charset=utf-8' } })
}

const onError = (error: unknown) => console.error(error)
const security = { https: true }
const networkOf = () => ''
const cache = createPageCache({
  isPublicPage: () => true,
  parametersOf: () => ({}),
  origin: 'https://odds.example',
  security,
  onError,
})
const files = await openStaticFiles({ directory: 'build/client', https: true })
const lookup = createResponseLookup({ cache, files, anonymous: new Map(), handle, networkOf })
const listener = createRequestListener({ lookup, files, security, handle, onError })
const server = new FrontServer({ listener, lookup, keepAliveTimeoutMs: 65_000 })
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`)
})
