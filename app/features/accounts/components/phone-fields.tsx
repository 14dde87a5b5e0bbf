import { lazy, Suspense, useEffect, useId, useState } from 'react'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { type PickerCountry, withoutPrefix } from '../country-choice.ts'
import { type FieldMessages, FieldMessageTexts, INPUT, messageAttributes } from './field.tsx'

const CountryPicker = lazy(() => import('./country-picker.tsx'))

/**
 * Country and phone number: the number begins with the country's calling code, which cannot be deleted and follows the
 * country. Without scripts both are plain fields, and the server puts the code before the number.
 */
export function PhoneFields({
  countries,
  initial,
  initialNumber = '',
  ...told
}: {
  countries: PickerCountry[]
  initial: string
  /** As it was typed before, with or without the calling code. */
  initialNumber?: string
} & FieldMessages) {
  const { t } = useTranslation('auth')
  const countryId = useId()
  const phoneId = useId()
  const [ready, setReady] = useState(false)
  const [code, setCode] = useState(initial)
  /** What follows the prefix. */
  const [number, setNumber] = useState(() => {
    const callingCode = countries.find((it) => it.code === initial)?.callingCode
    return callingCode ? initialNumber.replace(new RegExp(`^\\+${callingCode}`), '') : initialNumber
  })
  useEffect(() => setReady(true), [])
  const country = countries.find((it) => it.code === code) ?? countries[0]
  if (!country) return null
  const prefix = country.callingCode ? `+${country.callingCode}` : '+'

  const select = (
    <select
      id={ready ? undefined : countryId}
      aria-labelledby={`${countryId}-label`}
      name="country"
      value={code}
      onChange={(event) => setCode(event.target.value)}
      className={INPUT}
    >
      {countries.map((it) => (
        <option key={it.code} value={it.code}>
          {it.callingCode ? `${it.name} (+${it.callingCode})` : it.name}
        </option>
      ))}
    </select>
  )
  return (
    <>
      <div className="flex flex-col gap-1">
        <span id={`${countryId}-label`} className="text-sm text-body">
          {t('country')}
        </span>
        {ready ? (
          <Suspense fallback={select}>
            <CountryPicker
              countries={countries}
              value={country}
              labelId={`${countryId}-label`}
              onChange={(chosen) => setCode(chosen.code)}
            />
            <input type="hidden" name="country" value={country.code} />
          </Suspense>
        ) : (
          select
        )}
      </div>
      <div className="flex flex-col gap-1">
        <label htmlFor={phoneId} className="text-sm text-body">
          {t('phone')}
        </label>
        <input
          id={phoneId}
          name="phone"
          type="tel"
          autoComplete="tel"
          dir="ltr"
          maxLength={40}
          value={ready ? prefix + number : number}
          onChange={(event) =>
            setNumber(ready ? withoutPrefix(event.target.value, prefix) : event.target.value)
          }
          className={`${INPUT} aria-invalid:border-danger rtl:text-end`}
          {...messageAttributes(phoneId, told)}
        />
        <FieldMessageTexts id={phoneId} {...told} />
      </div>
    </>
  )
}
