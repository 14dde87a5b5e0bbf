/**
 * What is done before the scripts of a page have come: what stands in the head keeps the last press on a `data-early` button
 * and the value of each field that was changed, and the component that takes the element over asks for it.
 */

/** Text of a script in JSX: no quotes, no `&`, `<` or `>`. */
export const KEEP_EARLY =
  'addEventListener(`click`,function(event){window.earlyPress=event.target.closest(`[data-early]`)});' +
  'window.earlyValues=new WeakMap();' +
  'addEventListener(`input`,function(event){earlyValues.set(event.target,event.target.value)})'

/** Whether this button was pressed before it worked; only once. */
export function takeEarlyPress(button: HTMLElement): boolean {
  const isIt = Reflect.get(window, 'earlyPress') === button
  if (isIt) Reflect.set(window, 'earlyPress', undefined)
  return isIt
}

/** What was chosen or typed in this field before it worked; only once. */
export function takeEarlyValue(field: HTMLElement): string | undefined {
  const values = Reflect.get(window, 'earlyValues') as WeakMap<HTMLElement, string> | undefined
  const value = values?.get(field)
  values?.delete(field)
  return value
}
