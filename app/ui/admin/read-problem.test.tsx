import { expect, it, vi } from 'vitest'
import { I18nContext } from '#app/platform/i18n/use-translation.ts'
import { english } from '#tests/support/render.tsx'
import { mount } from '#tests/support/tiny-react.ts'
import { ReadProblem } from './read-problem.tsx'
import { useRead } from './use-read.ts'

vi.mock('react', async (load) => (await import('#tests/support/tiny-react.ts')).ownHooks(await load()))

function Part() {
  const part = useRead<string>()
  return (
    <>
      <button type="button" onClick={() => part.read('/part')}>
        Read
      </button>
      <ReadProblem of={part} />
    </>
  )
}

it.each([
  [401, 'sign in in another tab, then retry.'],
  [403, 'Your account does not allow you to read this part'],
  [500, 'Failed to load this part'],
])('a part that is answered with %i says: %s', async (status, text) => {
  vi.stubGlobal('fetch', async () => new Response(null, { status }))
  const page = mount(
    <I18nContext value={english}>
      <Part />
    </I18nContext>,
  )
  const press = page.find('button').props.onClick as () => void
  press()
  await vi.waitFor(() => expect(page.find('div').text).toContain(text))
})
