/** Scrolls a row of tabs that do not fit, and never the page, so that a tab of it is in the middle. */
export function showInRow(row: Element, tab: Element): void {
  const [own, all] = [tab.getBoundingClientRect(), row.getBoundingClientRect()]
  row.scrollLeft += own.left + own.width / 2 - all.left - all.width / 2
}
