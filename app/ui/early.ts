/**
 * Keeps input before hydration: a script in the head stores the last press on a `data-early` button and the value of
 * each changed field, and the component that hydrates the element reads it.
 */

/** The text of a script in JSX: no quotes, no `&`, `<` or `>`. */
export const KEEP_PRESS =
  'addEventListener(`click`,function(event){earlyPress=event.target.closest(`[data-early]`)})'

/** The same with the values of fields: the application has forms. */
export const KEEP_EARLY =
  KEEP_PRESS +
  ';window.earlyValues=new WeakMap();' +
  'addEventListener(`input`,function(event){earlyValues.set(event.target,event.target.value)})'

/** Whether this button was pressed before hydration; true only once. */
export function takeEarlyPress(button: HTMLElement): boolean {
  const isIt = Reflect.get(window, 'earlyPress') === button
  if (isIt) Reflect.set(window, 'earlyPress', undefined)
  return isIt
}

/** The value that was chosen or typed in this field before hydration; returned only once. */
export function takeEarlyValue(field: HTMLElement): string | undefined {
  const values = Reflect.get(window, 'earlyValues') as WeakMap<HTMLElement, string> | undefined
  const value = values?.get(field)
  values?.delete(field)
  return value
}
