import { useEffect, useId, useRef, useSyncExternalStore } from 'react'
import { useBlocker } from 'react-router'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'

interface Guard {
  /** Whether there are edits. */
  when: boolean
  /** The address of the screen, if the edits stay on all addresses below it. */
  within?: string | undefined
  /** The parameters of the address that select what is edited; those of the rows of a screen by default. */
  subjects?: readonly string[] | undefined
}

/** The guards of the page. The router allows one blocker, so the first guard asks for all. */
const guards = new Map<string, Guard>()
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(): void {
  for (const listener of listeners) listener()
}

const first = () => guards.keys().next().value ?? null
const anyEdits = () => [...guards.values()].some(({ when }) => when)

/**
 * Asks for confirmation before edits are lost: in a dialog for a link of the site, in the browser's dialog otherwise.
 */
export function UnsavedGuard({ when, within, subjects }: Guard) {
  const id = useId()
  useEffect(() => {
    guards.set(id, { when, within, subjects })
    tell()
  }, [id, when, within, subjects])
  useEffect(
    () => () => {
      guards.delete(id)
      tell()
    },
    [id],
  )
  const speaker = useSyncExternalStore(subscribe, first, () => null)
  const edits = useSyncExternalStore(subscribe, anyEdits, () => false)
  return speaker === id ? <Question when={edits} /> : null
}

function Question({ when }: { when: boolean }) {
  const { t } = useTranslation('admin')
  const dialog = useRef<HTMLDialogElement>(null)
  const blocker = useBlocker(({ currentLocation, nextLocation }) =>
    [...guards.values()].some((guard) => guard.when && leavesEdits(currentLocation, nextLocation, guard)),
  )
  useEffect(() => {
    if (!when) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [when])
  useEffect(() => {
    if (blocker.state === 'blocked') dialog.current?.showModal()
    else dialog.current?.close()
  }, [blocker.state])
  return (
    <dialog
      ref={dialog}
      aria-labelledby="unsaved-title"
      onCancel={() => blocker.reset?.()}
      className="modal w-96 max-w-[calc(100vw-2rem)] rounded-lg border border-card-line bg-card p-6 text-body"
    >
      <h2 id="unsaved-title" className="text-base font-semibold text-heading">
        {t('unsaved.title')}
      </h2>
      <p className="mt-2 text-sm">{t('unsaved.text')}</p>
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <button type="button" className="button min-h-11 px-4 text-sm" onClick={() => blocker.reset?.()}>
          {t('unsaved.stay')}
        </button>
        <button
          type="button"
          className="button-quiet min-h-11 px-4 text-sm"
          onClick={() => blocker.proceed?.()}
        >
          {t('unsaved.leave')}
        </button>
      </div>
    </dialog>
  )
}

/** The parameters that select the rows of a screen: another value replaces the edited rows. */
const SUBJECTS = ['sport', 'country', 'league', 'q', 'upcoming', 'past', 'prices'] as const

/** Another tab or page of the same rows keeps their input. */
export function leavesEdits(
  from: { pathname: string; search: string },
  to: { pathname: string; search: string },
  { within, subjects = SUBJECTS }: Omit<Guard, 'when'> = {},
): boolean {
  if (within && to.pathname.startsWith(within)) return false
  if (from.pathname !== to.pathname) return true
  const [before, after] = [new URLSearchParams(from.search), new URLSearchParams(to.search)]
  return subjects.some((name) => before.get(name) !== after.get(name))
}
