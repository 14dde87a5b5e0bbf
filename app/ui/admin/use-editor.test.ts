import { expect, test } from 'vitest'
import { type Edits, editedRows } from './use-editor.ts'

const STORED = [
  { id: 'a', name: 'First', languages: 2 },
  { id: 'b', name: 'Second', languages: 0 },
]

const edits = (some: Partial<Edits>): Edits => ({
  changed: new Map(),
  created: [],
  removed: new Map(),
  ...some,
})

test('shows a new row once when it is stored already', () => {
  const created = [
    { id: 'b', name: 'Second, edited' },
    { id: 'c', name: 'Third' },
  ]
  expect(editedRows(STORED, edits({ created }))).toEqual([
    { id: 'a', name: 'First', languages: 2 },
    { id: 'b', name: 'Second, edited', languages: 0 },
    { id: 'c', name: 'Third' },
  ])
})

test('shows changes, and leaves out what is removed', () => {
  const changed = new Map([['a', { before: { name: 'First' }, after: { name: 'Changed' } }]])
  const removed = new Map([['b', { name: 'Second' }]])
  expect(editedRows(STORED, edits({ changed, removed }))).toEqual([
    { id: 'a', name: 'Changed', languages: 2 },
  ])
})
