import { describe, expect, it } from 'vitest'
import { commandOf } from './row-keys.ts'

const press = (key: string, code: string, modifiers: object = {}) =>
  commandOf({ key, code, ctrlKey: false, metaKey: false, altKey: false, ...modifiers })

describe('commandOf', () => {
  it.each([
    ['ArrowDown', 'ArrowDown', { kind: 'move', step: 1 }],
    ['ArrowUp', 'ArrowUp', { kind: 'move', step: -1 }],
    ['1', 'Digit1', { kind: 'accept', index: 0 }],
    ['9', 'Numpad9', { kind: 'accept', index: 8 }],
    ['R', 'KeyR', { kind: 'reject' }],
    ['u', 'KeyU', { kind: 'undo' }],
  ])('recognises %s', (key, code, command) => expect(press(key, code)).toEqual(command))

  it('uses the position of the key when the script or the digits differ', () => {
    expect(press('&', 'Digit1')).toEqual({ kind: 'accept', index: 0 })
    expect(press('٢', 'Digit2')).toEqual({ kind: 'accept', index: 1 })
    expect(press('ق', 'KeyR')).toEqual({ kind: 'reject' })
    // The Dvorak layout has P where others have R.
    expect(press('p', 'KeyR')).toBeNull()
  })

  it("ignores the browser's shortcuts and all other keys", () => {
    expect(press('r', 'KeyR', { ctrlKey: true })).toBeNull()
    expect(press('1', 'Digit1', { altKey: true })).toBeNull()
    expect(press('0', 'Digit0')).toBeNull()
    expect(press('Enter', 'Enter')).toBeNull()
  })
})
