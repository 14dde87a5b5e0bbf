/** What the keyboard can reach in a row without a remove button. */
const CONTROLS = 'a[href], button:enabled, input:enabled:not([type=hidden]), select:enabled, textarea:enabled'

/**
 * Call before a row is removed from its list. Moves the focus to the next row, from the last row to the previous one,
 * and from the only row to the control that adds rows: to the remove button of a row, or to its first control.
 * @param remover the row's remove button, marked as `data-remove` like those of the other rows
 */
export function passFocus(remover: HTMLElement): void {
  const list = remover.closest('ul, ol, tbody')
  // A row can have a list of its own.
  const removers = [...(list?.querySelectorAll<HTMLElement>('[data-remove]:enabled') ?? [])].filter(
    (it) => it.closest('ul, ol, tbody') === list,
  )
  const at = removers.indexOf(remover)
  const row = remover.closest('li, tr')
  const candidates = [
    removers[at + 1],
    removers[at - 1],
    row?.nextElementSibling?.querySelector<HTMLElement>(CONTROLS),
    row?.previousElementSibling?.querySelector<HTMLElement>(CONTROLS),
    adderOf(list),
  ]
  requestAnimationFrame(() => candidates.find((it) => it?.isConnected)?.focus())
}

/** The nearest control that adds rows to a list, marked as `data-add`. */
function adderOf(list: Element | null): HTMLElement | undefined {
  for (let around = list?.parentElement; around; around = around.parentElement) {
    const adders = [...around.querySelectorAll<HTMLElement>('[data-add]')]
    const adder = adders.find((it) => !list?.contains(it))
    if (adder) return adder
  }
  return undefined
}
