/**
 * Presses of buttons before the scripts of a page have come: what stands in the head keeps the last one on a `data-early`
 * button, and the component that takes the button over asks for it.
 */

/** Text of a script in JSX: no quotes, no `&`, `<` or `>`. */
export const KEEP_EARLY_PRESS =
  'addEventListener(`click`,function(event){window.earlyPress=event.target.closest(`[data-early]`)})'

/** Whether this button was pressed before it worked; only once. */
export function takeEarlyPress(button: HTMLElement): boolean {
  const isIt = Reflect.get(window, 'earlyPress') === button
  if (isIt) Reflect.set(window, 'earlyPress', undefined)
  return isIt
}
