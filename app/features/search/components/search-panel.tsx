import { useId, useLayoutEffect, useState } from 'react'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Link } from '#app/ui/link.tsx'
import { groupHits } from '../rules.ts'
import { HitContent } from './hit-content.tsx'
import { useLiveSearch } from './use-live-search.ts'

/** The state of the list of results for its input: whether it is shown, and the option with the keyboard's focus. */
export interface ListState {
  listId: string | undefined
  optionId: string | undefined
}

export interface SearchPanelProps {
  form: HTMLFormElement
  input: HTMLInputElement
  onList: (list: ListState) => void
}

/** The results below the search box while the visitor types: a list box whose options are links, controlled by the input. */
export function SearchPanel({ form, input, onList }: SearchPanelProps) {
  const { t, i18n } = useTranslation('search')
  const listId = useId()
  const state = useLiveSearch(input, i18n.language)
  const [isOpen, setOpen] = useState(true)
  const [active, setActive] = useState(-1)

  const groups = groupHits(state.results, i18n.language)
  const hits = groups.flatMap((group) => group.hits)
  const hasList = isOpen && hits.length > 0
  const optionId = (at: number) => `${listId}-${at}`
  const activeId = hasList && active >= 0 ? optionId(active) : undefined

  // Before the browser paints, so that the input never refers to an option that no longer exists.
  useLayoutEffect(() => {
    onList({ listId: hasList ? listId : undefined, optionId: activeId })
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [onList, hasList, listId, activeId])

  useLayoutEffect(() => {
    const onInput = () => {
      setOpen(true)
      setActive(-1)
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return
      const to = (at: number) => {
        event.preventDefault()
        setOpen(true)
        setActive(at)
      }
      const last = hits.length - 1
      if (event.key === 'Escape' && isOpen && state.status !== 'idle') {
        event.preventDefault()
        setOpen(false)
        setActive(-1)
      } else if (last < 0) return
      else if (event.key === 'ArrowDown') to(hasList && active < last ? active + 1 : 0)
      else if (event.key === 'ArrowUp') to(hasList && active > 0 ? active - 1 : last)
      else if (!activeId) return
      else if (event.key === 'Home') to(0)
      else if (event.key === 'End') to(last)
      else if (event.key === 'Enter') {
        event.preventDefault()
        document.getElementById(activeId)?.click()
      }
    }
    const onShow = () => setOpen(true)
    const onFocusOut = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Node && form.contains(relatedTarget)) return
      setOpen(false)
      setActive(-1)
    }
    input.addEventListener('input', onInput)
    input.addEventListener('keydown', onKeyDown)
    input.addEventListener('focus', onShow)
    input.addEventListener('click', onShow)
    form.addEventListener('focusout', onFocusOut)
    return () => {
      input.removeEventListener('input', onInput)
      input.removeEventListener('keydown', onKeyDown)
      input.removeEventListener('focus', onShow)
      input.removeEventListener('click', onShow)
      form.removeEventListener('focusout', onFocusOut)
    }
  })

  let message = ''
  if (state.status === 'searching') message = t('searching')
  else if (state.status === 'failed') message = t('failed')
  else if (state.status === 'done')
    message = hits.length > 0 ? t('found', { count: hits.length }) : t('no-results')
  const isQuiet = state.status === 'done' && hits.length > 0
  const isShown = isOpen && state.status !== 'idle'
  return (
    <div className={isShown ? 'search-panel' : 'sr-only'}>
      <p
        role="status"
        className={
          isQuiet
            ? 'sr-only'
            : `px-4 py-3 text-sm ${state.status === 'failed' ? 'text-danger' : 'text-muted'}`
        }
      >
        {isShown ? message : ''}
      </p>
      {hasList && (
        <div id={listId} role="listbox" aria-label={t('label')} className="pb-2">
          {groups.map((group) => {
            const headingId = `${listId}-${group.kind}`
            return (
              // biome-ignore lint/a11y/useSemanticElements: a list box cannot contain a fieldset
              <div key={group.kind} role="group" aria-labelledby={headingId}>
                <div id={headingId} className="px-4 pt-3 pb-1 text-xs font-semibold text-muted">
                  {t(`group.${group.kind}`)}
                </div>
                {group.hits.map((hit) => {
                  const at = hits.indexOf(hit)
                  return (
                    <Link
                      key={hit.to}
                      id={optionId(at)}
                      to={hit.to}
                      role="option"
                      aria-selected={at === active}
                      tabIndex={-1}
                      // The focus stays in the input.
                      onMouseDown={(event) => event.preventDefault()}
                      className="flex min-h-11 items-center gap-3 px-4 py-1.5 text-sm hover:bg-card-hover aria-selected:bg-card-hover aria-selected:shadow-[inset_2px_0_0_var(--accent-text)] rtl:aria-selected:shadow-[inset_-2px_0_0_var(--accent-text)]"
                    >
                      <HitContent hit={hit} />
                    </Link>
                  )
                })}
              </div>
            )
          })}
        </div>
      )}
    </div>
  )
}
