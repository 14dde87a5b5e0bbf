import { type RefObject, useEffect } from 'react'
import { useLocation } from 'react-router'

const LARGE = '(min-width: 48rem)'

/**
 * Makes a popover behave as a drawer: while it is open the page behind cannot be reached, and going to another page,
 * or to a larger screen, closes it. Opening, Escape and a click outside are the browser's own doing.
 */
export function useDrawer(drawer: RefObject<HTMLElement | null>, page: RefObject<HTMLElement | null>): void {
  const { key } = useLocation()

  useEffect(() => {
    const element = drawer.current
    if (!element) return
    const onToggle = (event: Event) => {
      if (page.current) page.current.inert = (event as ToggleEvent).newState === 'open'
    }
    const large = window.matchMedia(LARGE)
    const onResize = () => close(element)
    element.addEventListener('toggle', onToggle)
    large.addEventListener('change', onResize)
    return () => {
      element.removeEventListener('toggle', onToggle)
      large.removeEventListener('change', onResize)
    }
  }, [drawer, page])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation closes it
  useEffect(() => {
    if (drawer.current) close(drawer.current)
  }, [drawer, key])
}

function close(element: HTMLElement): void {
  if (element.matches(':popover-open')) element.hidePopover()
}
