import { useEffect, useEffectEvent } from 'react'
import { flushSync } from 'react-dom'

/**
 * Ctrl+S, and Cmd+S on a Mac, save the changes; without changes they do nothing, and never open the browser's dialog.
 */
export function useSaveKey(canSave: boolean, save: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isSaveKey(event)) return
    event.preventDefault()
    if (event.repeat || document.querySelector('dialog:modal')) return
    commitTyped()
    saveNow()
  })
  // After the typed value is committed, there may be more to save.
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

/** Some fields commit their value on blur, so blur and focus the field again. */
function commitTyped(): void {
  const field = document.activeElement
  if (!(field instanceof HTMLInputElement)) return
  flushSync(() => field.blur())
  field.focus({ preventScroll: true })
}
