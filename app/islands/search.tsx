import { type ListState, SearchPanel } from '#app/features/search/components/search-panel.tsx'
import { fill } from './react-root.tsx'

/** The suggestions below the search box while the visitor types. */
export function start(form: HTMLFormElement, input: HTMLInputElement): Promise<void> {
  const onList = ({ listId, optionId }: ListState) => {
    input.ariaExpanded = String(listId !== undefined)
    setOrRemove('aria-controls', listId)
    setOrRemove('aria-activedescendant', optionId)
  }
  const setOrRemove = (name: string, value: string | undefined) =>
    value === undefined ? input.removeAttribute(name) : input.setAttribute(name, value)
  const place = form.querySelector('.suggestions')
  return place ? fill(place, <SearchPanel form={form} input={input} onList={onList} />) : Promise.resolve()
}
