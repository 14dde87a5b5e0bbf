import { useEffect, useEffectEvent } from 'react'
import { flushSync } from 'react-dom'

/** Ctrl+S, and Cmd+S on a Mac, save what is to be saved; where nothing is, the browser's own dialog stays away too. */
export function useSaveKey(canSave: boolean, save: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isSaveKey(event)) return
    event.preventDefault()
    if (event.repeat || document.querySelector('dialog:modal')) return
    commitTyped()
    saveNow()
  })
  // Once what was typed is committed, the page may have more to save than it had.
  const saveNow = useEffectEvent(() => {
    if (canSave) save()
  })
  useEffect(() => {
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

function isSaveKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 's' && ctrlKey !== metaKey && !altKey && !shiftKey
}

/** Some fields take over what was typed when they are left: they are, for a moment. */
function commitTyped(): void {
  const field = document.activeElement
  if (!(field instanceof HTMLInputElement)) return
  flushSync(() => field.blur())
  field.focus({ preventScroll: true })
}
