import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { I18nContext } from '#app/platform/i18n/use-translation.ts'
import { RenderedContext } from '#app/ui/clock.tsx'
import type { IslandSurroundings } from '#app/ui/island.tsx'

/** The first state of an island, as the browser's React finds it when it takes the island over. */
export function writeIsland(part: ReactElement, { i18n, rendered }: IslandSurroundings): string {
  return renderToString(
    <I18nContext value={i18n}>
      <RenderedContext value={rendered}>{part}</RenderedContext>
    </I18nContext>,
  )
}
