import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { createKeptFiles } from './kept-files.server.ts'

it('a file is made once for all who ask for it, and anew when it has become old', async () => {
  let made = 0
  const write = async function* () {
    made += 1
    yield 'a'
    yield 'b'
  }
  const files = createKeptFiles(20)
  const read = async (key: string) => gunzipSync(await files.get(key, write)).toString()
  expect(await Promise.all([read('1'), read('1'), read('2')])).toEqual(['ab', 'ab', 'ab'])
  expect(made).toBe(2)
  await new Promise((resolve) => setTimeout(resolve, 30))
  expect([await read('1'), made]).toEqual(['ab', 3])
})

it('files are made one after another, and one that fails is made again by the next who asks', async () => {
  const order: string[] = []
  const files = createKeptFiles()
  const write = (name: string, error?: Error) =>
    async function* () {
      order.push(`${name} begins`)
      yield name
      await new Promise((resolve) => setTimeout(resolve, 5))
      if (error) throw error
      order.push(`${name} ends`)
    }
  const first = files.get('1', write('first', new Error('the database is away')))
  const second = files.get('2', write('second'))
  await expect(first).rejects.toThrow('the database is away')
  await second
  expect(order).toEqual(['first begins', 'second begins', 'second ends'])
  expect(gunzipSync(await files.get('1', write('again'))).toString()).toBe('again')
})
