import { describe, expect, it } from 'vitest'
import { initials } from './initials.ts'

describe('initials', () => {
  it.each([
    ['Real Madrid', 'RM'],
    ['Inter', 'IN'],
    ['FC Barcelona', 'BA'],
    ['AC', 'AC'],
    ['Saint-Étienne', 'SÉ'],
    ['الهلال السعودي', 'اا'],
    ['', ''],
  ])('of %s are %s', (name, letters) => {
    expect(initials(name)).toBe(letters)
  })
})
