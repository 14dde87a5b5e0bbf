import { expect, test } from 'vitest'
import { type Edits, editedRows, withoutNeverStored, withoutSaved, withRemoved } from './use-editor.ts'

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

test('removes with its saved values a row that is removed while a change of it is being saved', () => {
  const sent = edits({ changed: new Map([['a', { before: { name: 'First' }, after: { name: 'Changed' } }]]) })
  const removed = withRemoved(sent, 'a', STORED[0], sent)
  expect(removed.removed.get('a')).toEqual({ id: 'a', name: 'First', languages: 2 })
  expect(withoutSaved(removed, sent)).toEqual(
    edits({ removed: new Map([['a', { id: 'a', name: 'Changed', languages: 2 }]]) }),
  )
})

test('removes a new row that is removed while it is being saved, unless the save stores nothing', () => {
  const created = [{ id: 'c', name: 'Third' }]
  const sent = edits({ created })
  expect(withRemoved(sent, 'c', undefined, edits({})), 'before the save').toEqual(edits({}))
  const removed = withRemoved(sent, 'c', undefined, sent)
  expect(withoutSaved(removed, sent)).toEqual(
    edits({ removed: new Map([['c', { id: 'c', name: 'Third' }]]) }),
  )
  expect(withoutNeverStored(removed, sent)).toEqual(edits({}))
})
