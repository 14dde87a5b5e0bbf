import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { I18nContext } from '#app/platform/i18n/use-translation.ts'
import { RenderedContext } from '#app/ui/clock.tsx'
import type { IslandSurroundings } from '#app/ui/island.tsx'

/** The initial markup of an island, as React hydrates it in the browser. */
export function writeIsland(part: ReactElement, { i18n, rendered }: IslandSurroundings): string {
  return renderToString(
    <I18nContext value={i18n}>
      <RenderedContext value={rendered}>{part}</RenderedContext>
    </I18nContext>,
  )
}
