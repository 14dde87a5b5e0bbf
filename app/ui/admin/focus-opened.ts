/** Scrolls to newly opened content as soon as it is in the page, and moves the focus into it. */
export function focusOpened(find: () => HTMLElement | null | undefined): void {
  requestAnimationFrame(() => {
    const opened = find()
    opened?.scrollIntoView({ block: 'center' })
    opened?.focus({ preventScroll: true })
  })
}
