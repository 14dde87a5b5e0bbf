const LARGE = '(min-width: 48rem)'

/**
 * Makes a popover behave as a drawer: while it is open it has the focus and nothing beside it can be reached, and going to
 * a larger screen closes it. Opening, Escape, a click outside and giving the focus back are the browser's own doing.
 * @returns ends it
 */
export function makeDrawer(drawer: HTMLElement): () => void {
  const stop = new AbortController()
  const { signal } = stop
  const setInert = (inert: boolean) => {
    for (const sibling of drawer.parentElement?.children ?? [])
      if (sibling !== drawer && sibling instanceof HTMLElement) sibling.inert = inert
  }
  const takeFocus = () => {
    setInert(true)
    if (!drawer.contains(document.activeElement)) drawer.querySelector('button')?.focus()
  }
  // It may have been opened before this code came.
  if (drawer.matches(':popover-open')) takeFocus()
  drawer.addEventListener('toggle', ({ newState }) => newState === 'open' && takeFocus(), { signal })
  // Before it closes, so that what opened it can have the focus back.
  drawer.addEventListener('beforetoggle', ({ newState }) => newState === 'closed' && setInert(false), {
    signal,
  })
  window.matchMedia(LARGE).addEventListener('change', () => closeDrawer(drawer), { signal })
  return () => stop.abort()
}

export function closeDrawer(drawer: HTMLElement): void {
  if (drawer.matches(':popover-open')) drawer.hidePopover()
}
