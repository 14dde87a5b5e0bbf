const LARGE = '(min-width: 48rem)'

/**
 * Makes a popover behave as a drawer: while it is open, it traps the focus, and it closes when the window becomes larger.
 * Opening, Escape, a click outside and restoring the focus are native.
 * @returns a function that ends it
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
  // It may have been opened before this code was loaded.
  if (drawer.matches(':popover-open')) takeFocus()
  drawer.addEventListener('toggle', ({ newState }) => newState === 'open' && takeFocus(), { signal })
  // Before it closes, so that the opener can get the focus back.
  drawer.addEventListener('beforetoggle', ({ newState }) => newState === 'closed' && setInert(false), {
    signal,
  })
  window.matchMedia(LARGE).addEventListener('change', () => closeDrawer(drawer), { signal })
  return () => stop.abort()
}

export function closeDrawer(drawer: HTMLElement): void {
  if (drawer.matches(':popover-open')) drawer.hidePopover()
}
