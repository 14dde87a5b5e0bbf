import { describe, expect, it } from 'vitest'
import { swapWithNeighbour } from '../catalogue/positions.ts'
import type { EditorLink } from './editor-queries.server.ts'
import { newLink } from './rules.ts'

const quickLink = (menu_position: number, values: Partial<EditorLink> = {}): EditorLink => ({
  id: `link-${menu_position}`,
  section_type: 'quick_links',
  title: 'Blog',
  url: '/en',
  is_active: true,
  menu_position,
  ...values,
})

describe('newLink', () => {
  it('is empty and active', () => {
    expect(newLink('new', 'legal', [])).toEqual({
      id: 'new',
      section_type: 'legal',
      title: '',
      url: '',
      is_active: true,
      menu_position: 1,
    })
  })

  it.each([
    ['an empty section', [], 1],
    ['a section whose greatest position is 7', [quickLink(7), quickLink(2)], 8],
    ['a section without gaps', [quickLink(1), quickLink(2)], 3],
    ['an empty section beside a full one', [quickLink(5, { section_type: 'legal' })], 1],
  ])('is last in %s', (_, others, position) => {
    expect(newLink('new', 'quick_links', others).menu_position).toBe(position)
  })
})

describe('a link that is moved', () => {
  const links = [quickLink(2), quickLink(4), quickLink(9)].map((link) => ({ ...link, name: '' }))

  it.each([
    [
      'up',
      'link-4',
      -1,
      [
        ['link-4', { menu_position: 2 }],
        ['link-2', { menu_position: 4 }],
      ],
    ],
    [
      'down',
      'link-4',
      1,
      [
        ['link-4', { menu_position: 9 }],
        ['link-9', { menu_position: 4 }],
      ],
    ],
    ['up from the top', 'link-2', -1, []],
    ['down from the end', 'link-9', 1, []],
  ] as const)('%s swaps its position with the neighbour', (_, id, step, moved) => {
    expect(swapWithNeighbour(links, id, step)).toEqual(moved)
  })
})
