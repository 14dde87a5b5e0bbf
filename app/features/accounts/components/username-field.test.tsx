import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { createI18n } from '#app/platform/i18n/i18n.ts'
import { I18nContext } from '#app/platform/i18n/use-translation.ts'
import { shownText } from '#tests/support/html.ts'
import auth from '../../../../locales/en/auth.json'
import type { UsernameState } from '../username-check.ts'
import { UsernameField } from './username-field.tsx'

function render(state: UsernameState): string {
  return renderToString(
    <I18nContext value={createI18n('en', { auth })}>
      <UsernameField initial="zoe" state={state} onState={() => {}} />
    </I18nContext>,
  )
}

describe('the username field', () => {
  it.each<[UsernameState, string]>([
    ['idle', 'Username'],
    ['checking', 'Username Checking'],
    ['available', 'Username Available'],
    ['taken', 'Username Taken'],
  ])('that is %s reads %j', (state, text) => {
    expect(shownText(render(state))).toBe(text)
  })

  it('has a spinner only while the name is looked up', () => {
    const states: UsernameState[] = ['idle', 'checking', 'available', 'taken']
    expect(states.filter((state) => render(state).includes('animate-spin'))).toEqual(['checking'])
  })
})
