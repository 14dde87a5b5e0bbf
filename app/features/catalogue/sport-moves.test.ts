import { describe, expect, it } from 'vitest'
import { english } from '#tests/support/render.tsx'
import { moveSport } from './sport-moves.ts'

const SPORTS = [
  ['Soccer', 0],
  ['Tennis', 1],
  ['Basketball', 2],
  ['Cricket', 3],
  ['American Football', 4],
  ['Baseball', 5],
  ['Handball', 8],
].map(([name, position]) => ({ id: `${name}`, name: `${name}`, menu_position: Number(position) }))

const move = (name: string, step: -1 | 1) =>
  moveSport(
    SPORTS,
    SPORTS.findIndex((sport) => sport.name === name),
    step,
  )

describe('an arrow of a sport', () => {
  it.each([
    ['Tennis', 1, 'Tennis has a fixed position and cannot be moved'],
    ['Soccer', 1, 'Soccer has a fixed position and cannot be moved'],
    ['Basketball', -1, 'Basketball has a fixed position and cannot be moved'],
    ['Cricket', 1, 'Cricket has a fixed position and cannot be moved'],
    ['American Football', 1, 'American Football has a fixed position and cannot be moved'],
    ['Baseball', -1, 'Cannot swap with American Football as it has a fixed position'],
  ] as const)('reports why %s stays', (name, step, text) => {
    const moved = move(name, step)
    expect('stays' in moved && english.t(moved.stays, { ns: 'admin', name: moved.name })).toBe(text)
  })

  it('swaps sports without a fixed position', () => {
    expect(move('Handball', -1)).toEqual({
      positions: [
        ['Handball', { menu_position: 5 }],
        ['Baseball', { menu_position: 8 }],
      ],
    })
  })

  it('numbers sports of one position behind the fixed ones', () => {
    const alike = SPORTS.map((sport) => (sport.menu_position > 4 ? { ...sport, menu_position: 9 } : sport))
    const moved = moveSport(alike, alike.length - 1, -1)
    expect('positions' in moved && new Map(moved.positions)).toEqual(
      new Map([
        ['Handball', { menu_position: 5 }],
        ['Baseball', { menu_position: 6 }],
      ]),
    )
  })

  it('moves nothing beyond the end', () => expect(move('Handball', 1)).toEqual({ positions: [] }))
})
