import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { createKeptFiles, type KeptFiles } from './kept-files.server.ts'

const textOf = async (file: ReturnType<KeptFiles['get']>) => {
  const kept = await file
  return kept && gunzipSync(kept.packed).toString()
}
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

it('a file is made once for all who ask for it, and anew when it has become old', async () => {
  let made = 0
  const write = async function* () {
    made += 1
    yield 'a'
    yield 'b'
  }
  const files = createKeptFiles({ keptMs: 20 })
  const read = (key: string) => textOf(files.get(key, write))
  expect(await Promise.all([read('1'), read('1'), read('2')])).toEqual(['ab', 'ab', 'ab'])
  expect(made).toBe(2)
  await pause(30)
  expect([await read('1'), made]).toEqual(['ab', 3])
})

it('files are made one after another, and one that fails is made again by the next who asks', async () => {
  const order: string[] = []
  const files = createKeptFiles()
  const write = (name: string, error?: Error) =>
    async function* () {
      order.push(`${name} begins`)
      yield name
      await pause(5)
      if (error) throw error
      order.push(`${name} ends`)
    }
  const first = files.get('1', write('first', new Error('the database is away')))
  const second = files.get('2', write('second'))
  await expect(first).rejects.toThrow('the database is away')
  await second
  expect(order).toEqual(['first begins', 'second begins', 'second ends'])
  expect(await textOf(files.get('1', write('again')))).toBe('again')
})

it('more files than there is room for are all made, and none is waited for by too many', async () => {
  const write = async function* () {
    yield Math.random().toString().repeat(100)
  }
  const small = createKeptFiles({ maxBytes: 200 })
  const files = await Promise.all(Array.from({ length: 12 }, (_, n) => small.get(String(n), write)))
  expect(new Set(files.map((file) => file?.etag)).size).toBe(12)
  const few = createKeptFiles({ mostWaiting: 2 })
  const asked = ['1', '2', '1', '3'].map((key) => few.get(key, write))
  expect((await Promise.all(asked)).map((file) => file !== null)).toEqual([true, true, true, false])
})
