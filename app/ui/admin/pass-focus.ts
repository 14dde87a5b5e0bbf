/**
 * Call before a row is removed from its list. Moves the focus to the next row, from the last row to the previous one,
 * and from the only row to the button that adds rows.
 * @param remover the row's remove button, marked as `data-remove` like those of the other rows
 */
export function passFocus(remover: HTMLElement): void {
  const list = remover.closest('ul, ol, tbody')
  const removers = [...(list?.querySelectorAll<HTMLElement>('[data-remove]') ?? [])]
  const at = removers.indexOf(remover)
  const candidates = [removers[at + 1], removers[at - 1], adderOf(list)]
  requestAnimationFrame(() => candidates.find((it) => it?.isConnected)?.focus())
}

/** The nearest button that adds rows, marked as `data-add`. */
function adderOf(list: Element | null): HTMLElement | null {
  for (let around = list; around; around = around.parentElement) {
    const adder = around.querySelector<HTMLElement>('[data-add]')
    if (adder) return adder
  }
  return null
}
