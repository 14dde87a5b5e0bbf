import { expect, it } from 'vitest'
import { readText } from './read-text.ts'

const fileOf = (...bytes: number[]) => new Blob([new Uint8Array(bytes)])
const utf16 = (text: string) =>
  [...text].flatMap((letter) => [letter.charCodeAt(0) & 255, letter.charCodeAt(0) >> 8])

it('a file of a spreadsheet is read in the encoding that it states, else as UTF-8', async () => {
  expect(await readText(new Blob(['Köln;Ağrı']))).toBe('Köln;Ağrı')
  expect(await readText(new Blob(['\ufeffKöln']))).toBe('Köln')
  expect(await readText(fileOf(0xff, 0xfe, ...utf16('Ağrı')))).toBe('Ağrı')
  const turned = utf16('Ağrı').map((_, at, bytes) => bytes[at ^ 1] ?? 0)
  expect(await readText(fileOf(0xfe, 0xff, ...turned))).toBe('Ağrı')
  expect(await readText(fileOf())).toBe('')
})

it('a file of another encoding is not read, unless the caller names one', async () => {
  // As a spreadsheet saves "CSV" on Windows.
  const file = fileOf(0x61, 0x6f, 0xfb, 0x74)
  expect(await readText(file)).toBeNull()
  expect(await readText(file, 'windows-1252')).toBe('août')
})
