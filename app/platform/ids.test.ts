import { expect, it } from 'vitest'
import { isId } from './ids.ts'

const ID = '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b'

it.each([ID, ID.toUpperCase()])('accepts %j as an id', (text) => expect(isId(text)).toBe(true))

it.each([null, undefined, '', '-'.repeat(36), 'a'.repeat(36), `${ID}0`, `${ID}\n`, ` ${ID}`, `{${ID}}`])(
  'rejects %j as an id',
  (text) => expect(isId(text)).toBe(false),
)
