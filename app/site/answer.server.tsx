import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { NoticesContext } from '#app/features/audiences/components/notices.tsx'
import {
  ExperimentContext,
  FirstBookmakersContext,
  WayTextContext,
} from '#app/features/experiments/components/experiment.tsx'
import { readExperiment } from '#app/features/experiments/queries.server.ts'
import { decideLanguage } from '#app/features/languages/choose-language.ts'
import { getKnownLanguages } from '#app/features/languages/queries.server.ts'
import { PriceFormatContext } from '#app/features/odds/components/odds.tsx'
import type { HeadScripts } from '#app/features/settings/head-scripts.server.ts'
import { getHeadScripts } from '#app/features/settings/head-scripts.server.ts'
import { isDatabaseUnavailable, RETRY_AFTER_SECONDS } from '#app/platform/db/unavailable.ts'
import { noteFailure } from '#app/platform/http/reads.server.ts'
import { createI18n, type Translator } from '#app/platform/i18n/i18n.ts'
import type { Services } from '#app/platform/services.ts'
import { MORE_FONTS } from '#app/ui/more-fonts.ts'
import { type FrameData, readFrame } from './base/frame-data.server.ts'
import { headTags, plainHead } from './base/head.ts'
import { orNull } from './base/or-null.server.ts'
import type { Head, Page } from './base/page.ts'
import { type Problem, problemOf, problemText } from './base/problem.ts'
import { type RootData, readRootData } from './base/root-data.server.ts'
import { carryFormat } from './carry-format.ts'
import { documentPolicy, writeDocument } from './document.server.ts'
import { Frame } from './frame/frame.tsx'
import { PAGES } from './pages.ts'
import { FailedPage, ProblemPage } from './problem-page.tsx'
import { renderView } from './render.server.tsx'
import { findPage } from './routes.ts'

/** Pages with buttons of bookmakers, or their comparison. */
const WITH_EXPERIMENTS: ReadonlySet<string> = new Set(['match', 'bookmaker'])

/** Answers a request for a page of the site; undefined when the application answers it. */
export async function answerPage(services: Services, request: Request): Promise<Response | undefined> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
  const url = new URL(request.url)
  const address = findPage(url.pathname)
  if (!address) return undefined
  const known = await getKnownLanguages(services).catch(() => undefined)
  if (known && decideLanguage(url.pathname, url.search, known).kind !== 'language') return undefined
  const lang = address.params.lang ?? ''
  const page = PAGES[address.name]
  const [root, frame, operators, experiment, loaded] = await Promise.all([
    readRootData({ services, url, language: lang }),
    readFrame(services, lang),
    readOperatorsScripts(services),
    WITH_EXPERIMENTS.has(address.name)
      ? orNull(services, 'the page takes no part in the experiment', readExperiment(services, lang))
      : null,
    loadPage(page, { services, url, lang, params: address.params as Record<never, string> }),
  ])
  if (loaded.kind === 'elsewhere') return loaded.response
  const i18n = createI18n(root.language, root.labels, root.priceMark)
  const { status, head, view } =
    loaded.kind === 'loaded'
      ? { status: 200, head: page.headOf(loaded.data), view: <page.View data={loaded.data} lang={lang} /> }
      : problemParts(loaded, { url, request, services, i18n, sports: frame.sports })
  const body = renderView(
    <PriceFormatContext value={root.priceFormat}>
      <NoticesContext value={frame.notices}>
        <ExperimentContext value={experiment}>
          <FirstBookmakersContext value={root.firstBookmakers}>
            <WayTextContext value={root.wayText}>
              <Frame root={root} frame={frame} path={url.pathname} search={url.search}>
                {view}
              </Frame>
            </WayTextContext>
          </FirstBookmakersContext>
        </ExperimentContext>
      </NoticesContext>
    </PriceFormatContext>,
    i18n,
    root.rendered,
  )
  const caching = typeof page.cacheControl === 'function' ? page.cacheControl(url) : page.cacheControl
  const html = writeDocument({
    root,
    tags: 'path' in head ? headTags(head, root) : plainHead(head.title, root),
    body: root.askedFormat ? carryFormat(body, root.askedFormat) : body,
    operators,
    // Only the page cache knows when a page has changed: one that it does not have is renewed without being told.
    data: { ...pageData(root), ...(caching && { uncached: '' }) },
    styles: page.styles,
  })
  return new Response(html, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': documentPolicy(services.env.https, operators),
      ...(caching && status === 200 && { 'Cache-Control': caching }),
      ...(status === 503 && { 'Retry-After': String(RETRY_AFTER_SECONDS) }),
    },
  })
}

type Loaded =
  | { kind: 'loaded'; data: unknown }
  | { kind: 'elsewhere'; response: Response }
  | { kind: 'problem'; problem: Problem; status: number }
  | { kind: 'failed'; error: unknown }

async function loadPage(page: Page, request: Parameters<Page['load']>[0]): Promise<Loaded> {
  try {
    return { kind: 'loaded', data: await page.load(request) }
  } catch (error) {
    if (error instanceof Response) return { kind: 'elsewhere', response: error }
    const refused = problemOf(error)
    return refused ? { kind: 'problem', ...refused } : { kind: 'failed', error }
  }
}

function problemParts(
  loaded: Extract<Loaded, { kind: 'problem' | 'failed' }>,
  {
    url,
    request,
    services: { log },
    i18n,
    sports,
  }: {
    url: URL
    request: Request
    services: Services
    i18n: Translator
    sports: FrameData['sports']
  },
): { status: number; head: Head; view: ReactNode } {
  if (loaded.kind === 'problem') {
    const { problem, status } = loaded
    log.info({ url: url.href, method: request.method, status }, 'a request was refused')
    const text = problemText(problem, i18n.getFixedT('errors') as unknown as TFunction<['errors']>)
    return { status, head: { title: text }, view: <ProblemPage text={text} sports={sports} /> }
  }
  log.error({ err: loaded.error, url: url.href }, 'a page failed')
  const status = isDatabaseUnavailable(loaded.error) ? 503 : 500
  const message = import.meta.env.DEV && loaded.error instanceof Error ? loaded.error.message : ''
  return { status, head: { title: '' }, view: <FailedPage url={url} message={message} /> }
}

/** A failure of the operator's scripts does not fail the page. */
async function readOperatorsScripts(services: Services): Promise<HeadScripts | null> {
  try {
    return await getHeadScripts(services)
  } catch (error) {
    services.log.error({ err: error }, 'the head scripts are left out')
    noteFailure()
    return null
  }
}

/** The data for texts that the page's scripts write: labels, the zone, and the decimal mark of the server. */
function pageData({ rendered, labels, priceMark }: RootData): Record<string, string> {
  const { common = {}, matches = {} } = labels
  return {
    zone: rendered.zone,
    mark: priceMark,
    today: matches.today ?? '',
    now: common['just-now'] ?? '',
    loading: matches.loading ?? '',
    result: matches['result.loading'] ?? '',
    offline: common.offline ?? '',
    copied: common['offline-copy'] ?? '',
    fonts: MORE_FONTS,
  }
}
