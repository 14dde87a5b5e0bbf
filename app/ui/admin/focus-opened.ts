/** Goes to what has just been opened, once it stands in the page: in view, and with the keyboard in it. */
export function focusOpened(find: () => HTMLElement | null | undefined): void {
  requestAnimationFrame(() => {
    const opened = find()
    opened?.scrollIntoView({ block: 'center' })
    opened?.focus({ preventScroll: true })
  })
}
