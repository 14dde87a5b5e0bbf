/** The action of a key on the row that has the focus. */
export type RowCommand =
  | { kind: 'move'; step: -1 | 1 }
  /** By index in the list of candidates, from 0. */
  | { kind: 'accept'; index: number }
  | { kind: 'reject' }
  | { kind: 'undo' }

interface Key {
  key: string
  code: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

/**
 * Arrows, 1 to 9, r and u. On a keyboard of another script, or where digits need the shift key, the key's position is
 * used.
 */
export function commandOf({ key, code, ctrlKey, metaKey, altKey }: Key): RowCommand | null {
  if (ctrlKey || metaKey || altKey) return null
  if (key === 'ArrowDown') return { kind: 'move', step: 1 }
  if (key === 'ArrowUp') return { kind: 'move', step: -1 }
  const digit = /^[1-9]$/.exec(key)?.[0] ?? /^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1]
  if (digit) return { kind: 'accept', index: Number(digit) - 1 }
  const letter = /^[a-z]$/i.test(key) ? key.toLowerCase() : code.replace('Key', '').toLowerCase()
  if (letter === 'r') return { kind: 'reject' }
  return letter === 'u' ? { kind: 'undo' } : null
}
