/**
 * Called before a row is taken out of its list: the keyboard goes to the row after it, from the last to the one before,
 * and from the only one to what adds rows.
 * @param remover the row's button that does it, marked as `data-remove` like those of the other rows
 */
export function passFocus(remover: HTMLElement): void {
  const list = remover.closest('ul, ol, tbody')
  const removers = [...(list?.querySelectorAll<HTMLElement>('[data-remove]') ?? [])]
  const at = removers.indexOf(remover)
  const heirs = [removers[at + 1], removers[at - 1], adderOf(list)]
  requestAnimationFrame(() => heirs.find((it) => it?.isConnected)?.focus())
}

/** The nearest button that adds rows, marked as `data-add`. */
function adderOf(list: Element | null): HTMLElement | null {
  for (let around = list; around; around = around.parentElement) {
    const adder = around.querySelector<HTMLElement>('[data-add]')
    if (adder) return adder
  }
  return null
}
