import { Search, X } from 'lucide-react'
import {
  type ComponentType,
  type FormEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useLocation, useNavigate } from 'react-router'
import { MAX_LENGTH } from '#app/features/names/search-limits.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { searchPath } from '#app/platform/paths.ts'
import { useNavigated } from '#app/ui/use-navigated.ts'
import type { ListState, SearchPanelProps } from './search-panel.tsx'

const FORM_ID = 'site-search'
const LARGE = '(min-width: 48rem)'

const NO_LIST: ListState = { listId: undefined, optionId: undefined }

/**
 * The header's search: a form that works without scripts, in a popover on phones. The script of its suggestions is loaded
 * on the first focus. Ctrl+K, Cmd+K and / focus it.
 */
export function SearchBox() {
  const { t, i18n } = useTranslation('search')
  const navigate = useNavigate()
  const { pathname, search, key } = useLocation()
  const form = useRef<HTMLFormElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [Panel, setPanel] = useState<ComponentType<SearchPanelProps>>()
  const [list, setList] = useState(NO_LIST)
  const path = searchPath(i18n.language)
  const asked = pathname === path ? (new URLSearchParams(search).get('q') ?? '') : ''

  useEffect(() => onShortcut(() => open(form.current, input.current)), [])

  useEffect(() => {
    const large = window.matchMedia(LARGE)
    const onResize = () => close(form.current)
    large.addEventListener('change', onResize)
    return () => large.removeEventListener('change', onResize)
  }, [])

  useNavigated(() => {
    close(form.current)
    if (input.current) input.current.value = asked
  })

  const loadPanel = useCallback(() => {
    // Without it, the form still opens the page of results.
    import('./search-panel.tsx').then(
      ({ SearchPanel }) => setPanel(() => SearchPanel),
      () => {},
    )
  }, [])

  useEffect(() => {
    // Focused before hydration.
    if (document.activeElement === input.current) loadPanel()
  }, [loadPanel])

  function onOpen(event: MouseEvent): void {
    event.preventDefault()
    open(form.current, input.current)
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    const text = input.current?.value.trim()
    if (text) navigate(searchPath(i18n.language, text))
  }

  return (
    <>
      <form ref={form} id={FORM_ID} popover="auto" action={path} onSubmit={onSubmit} className="search-box">
        <search className="flex items-center gap-2">
          <label className="relative block min-w-0 grow">
            <span className="sr-only">{t('label')}</span>
            <Search
              aria-hidden="true"
              className="pointer-events-none absolute inset-y-0 start-3 my-auto size-4 text-icon"
            />
            <input
              ref={input}
              // Not of the type `search`, which in HTML cannot be a combobox with a list of suggestions.
              type="text"
              inputMode="search"
              name="q"
              role="combobox"
              aria-autocomplete="list"
              aria-expanded={list.listId !== undefined}
              aria-controls={list.listId}
              aria-activedescendant={list.optionId}
              aria-keyshortcuts="Control+K Meta+K /"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              enterKeyHint="search"
              maxLength={MAX_LENGTH}
              defaultValue={asked}
              placeholder={t('placeholder')}
              onFocus={loadPanel}
              className="h-11 w-full rounded-lg border border-line bg-card ps-9 pe-3 text-base text-heading placeholder:text-muted placeholder:opacity-100 placeholder-shown:text-ellipsis md:h-10 md:text-sm"
            />
          </label>
          <button
            type="button"
            popoverTarget={FORM_ID}
            popoverTargetAction="hide"
            className="inline-flex size-11 shrink-0 items-center justify-center rounded-lg text-body hover:bg-card-hover md:hidden"
          >
            <X aria-hidden="true" className="size-6" />
            <span className="sr-only">{t('close')}</span>
          </button>
        </search>
        {Panel && form.current && input.current && (
          <Panel form={form.current} input={input.current} onList={setList} pageKey={key} />
        )}
      </form>
      <button
        type="button"
        popoverTarget={FORM_ID}
        onClick={onOpen}
        className="-me-3 inline-flex size-11 shrink-0 items-center justify-center rounded-lg text-body hover:bg-card-hover md:hidden"
      >
        <Search aria-hidden="true" className="size-6" />
        <span className="sr-only">{t('open')}</span>
      </button>
    </>
  )
}

/** On phones the form is shown first; the focus must follow at once, or the keyboard does not open. */
function open(form: HTMLFormElement | null, input: HTMLInputElement | null): void {
  if (!form || form.closest('[inert]')) return
  if (!window.matchMedia(LARGE).matches && !form.matches(':popover-open')) form.showPopover()
  input?.focus()
  input?.select()
}

function close(form: HTMLFormElement | null): void {
  if (form?.matches(':popover-open')) form.hidePopover()
}

/** Ctrl+K or Cmd+K anywhere, and / outside of input fields. */
function onShortcut(run: () => void): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.altKey) return
    const command = event.ctrlKey || event.metaKey
    const chord = command && !event.shiftKey && event.key.toLowerCase() === 'k'
    const slash = !command && event.key === '/' && !isTyping(event.target)
    if (!chord && !slash) return
    event.preventDefault()
    run()
  }
  document.addEventListener('keydown', onKeyDown)
  return () => document.removeEventListener('keydown', onKeyDown)
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
}
