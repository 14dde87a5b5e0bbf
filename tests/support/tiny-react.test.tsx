import { useEffect } from 'react'
import { afterAll, expect, it, vi } from 'vitest'
import { mount } from './tiny-react.ts'

vi.mock('react', async (load) => (await import('./tiny-react.ts')).ownHooks(await load()))

const ended: string[] = []
afterAll(() => expect(ended).toEqual(['ended by the test', 'left']))

function Watched({ name }: { name: string }) {
  useEffect(
    () => () => {
      ended.push(name)
    },
    [name],
  )
  return name
}

it('a component ends with its test, and once', () => {
  mount(<Watched name="left" />)
  mount(<Watched name="ended by the test" />).unmount()
  expect(ended).toEqual(['ended by the test'])
})
