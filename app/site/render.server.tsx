import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Translator } from '#app/platform/i18n/i18n.ts'
import { I18nContext } from '#app/platform/i18n/use-translation.ts'
import { type Rendered, RenderedContext } from '#app/ui/clock.tsx'
import { IslandWriterContext } from '#app/ui/island.tsx'
import { writeIsland } from './write-island.server.tsx'

/** The HTML of a view without hydration markers: only islands are hydrated, and those are rendered separately. */
export function renderView(view: ReactNode, i18n: Translator, rendered: Rendered): string {
  const html = renderToStaticMarkup(
    <I18nContext value={i18n}>
      <RenderedContext value={rendered}>
        <IslandWriterContext value={writeIsland}>{view}</IslandWriterContext>
      </RenderedContext>
    </I18nContext>,
  )
  // Short forms that SVG and HTML allow; a page has two hundred of these elements.
  return html.replaceAll('></use>', '/>').replace(/( data-[a-z-]+)=""/g, '$1')
}
