import type { ComponentType, ReactNode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { MeProvider } from '#app/features/visitor/components/me-provider.tsx'
import { createI18n, type Labels } from '#app/platform/i18n/i18n.ts'
import { I18nContext } from '#app/platform/i18n/use-translation.ts'
import { labelsPath } from '#app/platform/paths.ts'
import { visitorZone } from '#app/platform/time.ts'
import { RenderedContext } from '#app/ui/clock.tsx'
import { timeNow } from './times.ts'

/** Hydrates an island's markup, and renders its new props when a renewal of the page has changed them. */
export async function takeOver<Props extends object>(
  element: HTMLElement,
  Component: ComponentType<Props>,
): Promise<void> {
  const labels = await loadLabels()
  const island = () => (
    <Surroundings labels={labels}>
      <Component {...JSON.parse(element.dataset.props ?? '{}')} />
    </Surroundings>
  )
  const root = hydrateRoot(element, island())
  element.addEventListener('props', (event) => {
    event.preventDefault()
    root.render(island())
  })
}

/** Renders an island into an empty element. */
export async function fill(element: Element, island: ReactNode): Promise<void> {
  const labels = await loadLabels()
  createRoot(element).render(<Surroundings labels={labels}>{island}</Surroundings>)
}

let loading: Promise<Labels> | undefined

/** The texts of the islands, loaded once. */
function loadLabels(): Promise<Labels> {
  loading ??= fetch(labelsPath(document.documentElement.lang)).then((response) => response.json())
  loading.catch(() => {
    loading = undefined
  })
  return loading
}

/** The context of an island besides its props, as on the server. */
export function Surroundings({ labels, children }: { labels: Labels; children: ReactNode }) {
  const { lang } = document.documentElement
  return (
    <I18nContext value={createI18n(lang, labels, document.body.dataset.mark)}>
      <RenderedContext value={{ at: timeNow(), zone: visitorZone() }}>
        <MeProvider>{children}</MeProvider>
      </RenderedContext>
    </I18nContext>
  )
}
