import { describe, expect, it } from 'vitest'
import { byPosition, numberSequentially, swapWithNeighbour } from './positions.ts'

const rows = (...list: [name: string, menu_position: number][]) =>
  list.map(([name, menu_position]) => ({ id: name, name, menu_position }))

const ITALY_TO_PERU = rows(['Italy', 2], ['Spain', 5], ['Peru', 9])

describe('the order of a list', () => {
  it('is by position, then by name', () => {
    const mixed = rows(['Peru', 2], ['Spain', 1], ['Italy', 2], ['Chad', 10])
    expect(mixed.toSorted(byPosition).map(({ name }) => name)).toEqual(['Spain', 'Italy', 'Peru', 'Chad'])
  })

  it('is numbered from 1 on, as it is shown', () => {
    expect(numberSequentially(ITALY_TO_PERU)).toEqual([
      ['Italy', { menu_position: 1 }],
      ['Spain', { menu_position: 2 }],
      ['Peru', { menu_position: 3 }],
    ])
  })
})

describe('an arrow', () => {
  it.each([
    ['up', 'Spain', -1, 'Italy', { Spain: 2, Italy: 5 }],
    ['down', 'Spain', 1, 'Peru', { Spain: 9, Peru: 5 }],
  ] as const)('%s swaps the positions of a row and its neighbour', (_, id, step, _neighbour, positions) => {
    const swapped = swapWithNeighbour(ITALY_TO_PERU, id, step).map(([row, patch]) => [
      row,
      patch.menu_position,
    ])
    expect(Object.fromEntries(swapped)).toEqual(positions)
  })

  it.each([
    ['Italy', -1],
    ['Peru', 1],
    ['Atlantis', 1],
  ] as const)('changes nothing beyond the end: %s %i', (id, step) => {
    expect(swapWithNeighbour(ITALY_TO_PERU, id, step)).toEqual([])
  })

  it('numbers the list first where two have the same position', () => {
    const alike = rows(['Italy', 1], ['Peru', 1], ['Spain', 1])
    const moved = new Map(swapWithNeighbour(alike, 'Peru', 1))
    const after = alike.map((row) => ({ ...row, ...moved.get(row.id) })).toSorted(byPosition)
    expect(after.map(({ name, menu_position }) => [name, menu_position])).toEqual([
      ['Italy', 1],
      ['Spain', 2],
      ['Peru', 3],
    ])
  })
})
