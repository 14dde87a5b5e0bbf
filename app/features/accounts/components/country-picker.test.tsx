import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { createI18n } from '#app/platform/i18n/i18n.ts'
import { I18nContext } from '#app/platform/i18n/use-translation.ts'
import { shownText } from '#tests/support/html.ts'
import auth from '../../../../locales/en/auth.json'
import { listPhoneCountries } from '../countries.server.ts'
import CountryPicker from './country-picker.tsx'

const countries = listPhoneCountries('en')

describe('the country picker', () => {
  it('lists all countries of the world', () => {
    expect(countries).toHaveLength(250)
    expect(countries.filter(({ callingCode }) => callingCode === '').length).toBeLessThan(10)
  })

  it.each([
    ['IT', 'Italy +39'],
    ['GB', 'United Kingdom +44'],
    ['BR', 'Brazil +55'],
    ['JP', 'Japan +81'],
    ['KE', 'Kenya +254'],
  ])('shows flag, name and calling code: %s', (code, shown) => {
    const value = countries.find((country) => country.code === code)
    if (!value) throw new Error(`no country ${code}`)
    const html = renderToString(
      <I18nContext value={createI18n('en', { auth })}>
        <CountryPicker countries={countries} value={value} labelId="country" onChange={() => {}} />
      </I18nContext>,
    )
    expect(shownText(html)).toContain(shown)
    expect(html).toContain(`/${code.toLowerCase()}.webp`)
  })
})
