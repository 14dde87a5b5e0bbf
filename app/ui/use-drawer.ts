import { type RefObject, useEffect } from 'react'
import { useNavigated } from './use-navigated.ts'

const LARGE = '(min-width: 48rem)'

/**
 * Makes a popover behave like a drawer: while it is open, it has the focus and the rest of the page is inert.
 * Navigation or a larger screen closes it. The browser itself handles opening, Escape, a click outside and restoring
 * the focus.
 */
export function useDrawer(drawer: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = drawer.current
    if (!element) return
    const setInert = (inert: boolean) => {
      for (const sibling of element.parentElement?.children ?? []) {
        if (sibling !== element && sibling instanceof HTMLElement) sibling.inert = inert
      }
    }
    const takeFocus = () => {
      setInert(true)
      if (!element.contains(document.activeElement)) element.querySelector('button')?.focus()
    }
    const onToggle = (event: Event) => {
      if ((event as ToggleEvent).newState === 'open') takeFocus()
    }
    // Before it closes, so the button that opened it can get the focus back.
    const onBeforeToggle = (event: Event) => {
      if ((event as ToggleEvent).newState === 'closed') setInert(false)
    }
    // It may have been opened before hydration.
    if (element.matches(':popover-open')) takeFocus()
    const large = window.matchMedia(LARGE)
    const onResize = () => close(element)
    element.addEventListener('toggle', onToggle)
    element.addEventListener('beforetoggle', onBeforeToggle)
    large.addEventListener('change', onResize)
    return () => {
      element.removeEventListener('toggle', onToggle)
      element.removeEventListener('beforetoggle', onBeforeToggle)
      large.removeEventListener('change', onResize)
    }
  }, [drawer])

  useNavigated(() => {
    if (drawer.current) close(drawer.current)
  })
}

function close(element: HTMLElement): void {
  if (element.matches(':popover-open')) element.hidePopover()
}
