import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { mount } from '#tests/support/tiny-react.ts'
import { useLiveSearch } from './use-live-search.ts'

vi.mock('react', async (load) => (await import('#tests/support/tiny-react.ts')).ownHooks(await load()))

let asked: string[]

beforeEach(() => {
  asked = []
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    return Response.json({ sports: [], countries: [], leagues: [], matches: [] })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const Search = ({ input }: { input: HTMLInputElement }) => (
  <output>{useLiveSearch(input, 'it').status}</output>
)

function open() {
  const input = Object.assign(new EventTarget(), { value: '', defaultValue: '' })
  const shown = mount(<Search input={input as unknown as HTMLInputElement} />)
  return {
    status: () => shown.find('output').text,
    type(value: string) {
      input.value = value
      input.dispatchEvent(new Event('input'))
    },
  }
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

describe('typing into the search', () => {
  it('sends one request 300 ms after the last letter', async () => {
    const { type, status } = open()
    type('it')
    await pass(299)
    type('ital')
    await pass(299)
    expect([asked, status()]).toEqual([[], 'idle'])
    await pass(1)
    expect([asked, status()]).toEqual([['/resources/search?q=ital&lang=it'], 'done'])
  })

  it.each(['i', ' i ', ''])('sends no request for fewer than two characters: "%s"', async (text) => {
    const { type, status } = open()
    type(text)
    await pass(10_000)
    expect([asked, status()]).toEqual([[], 'idle'])
  })

  it('sends a request for two characters', async () => {
    open().type('it')
    await pass(300)
    expect(asked).toHaveLength(1)
  })
})
