import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { createI18n } from '#app/platform/i18n/i18n.ts'
import { I18nContext } from '#app/platform/i18n/use-translation.ts'
import { mount } from '#tests/support/tiny-react.ts'
import { PercentField } from './percent-field.tsx'

vi.mock('react', async (load) => (await import('#tests/support/tiny-react.ts')).ownHooks(await load()))
vi.mock('#app/ui/admin/use-early-value.ts', () => ({ useEarlyValue: () => undefined }))

const kept = { value: 0 as number | string }
function Form() {
  const [value, setValue] = useState<number | string>(5)
  kept.value = value
  return (
    <PercentField
      {...{ label: '%', value, changed: false, problem: undefined, hint: '' }}
      onPercent={setValue}
    />
  )
}

it.each([
  ['en', ['1', '1.', '1.0', '1.05'], 1.05, '1.05'],
  ['de', ['2', '2,', '2,5'], 2.5, '2,5'],
  ['de', ['2', '2.', '2.5'], 2.5, '2,5'],
  ['de', ['1.555'], '1.555', '1.555'],
])('a percentage keeps its text while it is typed: %s %j', (language, typing, read, shown) => {
  const form = mount(
    <I18nContext value={createI18n(language, {})}>
      <Form />
    </I18nContext>,
  )
  const props = () => form.find('input').props as Record<'onChange' | 'onBlur', (event?: object) => void>
  for (const text of typing) {
    props().onChange({ target: { value: text } })
    expect(form.find('input').props.value).toBe(text)
  }
  expect(kept.value).toBe(read)
  props().onBlur()
  expect(form.find('input').props.value).toBe(shown)
})
