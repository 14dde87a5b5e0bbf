import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Translator } from '#app/platform/i18n/i18n.ts'
import { I18nContext } from '#app/platform/i18n/use-translation.ts'
import { type Rendered, RenderedContext } from '#app/ui/clock.tsx'
import { IslandWriterContext } from '#app/ui/island.tsx'
import { keepMarkup } from './keep-markup.server.tsx'
import { KeeperContext } from './parts/kept.tsx'
import { shortenMarkup } from './shorten-markup.ts'
import { writeIsland } from './write-island.server.tsx'

/** The HTML of a view without hydration markers: only islands are hydrated, and those are rendered separately. */
export function renderView(view: ReactNode, i18n: Translator, rendered: Rendered): string {
  return shortenMarkup(
    renderToStaticMarkup(
      <I18nContext value={i18n}>
        <RenderedContext value={rendered}>
          <IslandWriterContext value={writeIsland}>
            <KeeperContext value={keepMarkup}>{view}</KeeperContext>
          </IslandWriterContext>
        </RenderedContext>
      </I18nContext>,
    ),
  )
}
