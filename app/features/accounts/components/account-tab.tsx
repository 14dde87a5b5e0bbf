import { Download } from 'lucide-react'
import { useId } from 'react'
import { Form, useNavigation } from 'react-router'
import { PRICE_FORMATS } from '#app/features/odds/prices.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { TEXT_MAX, USERNAME_MAX } from '../rules.ts'
import type { Profile } from '../schema.ts'
import { INPUT, TextField } from './field.tsx'
import { PasswordField } from './password-field.tsx'

interface AccountTabProps {
  /** Its country as a code. */
  profile: Profile
  countries: { code: string; name: string }[]
  languages: { code: string; nativeName: string }[]
  /** The typed name belongs to somebody else. */
  usernameTaken: boolean
}

/** The user's own profile, with its export and deletion. */
export function AccountTab({ profile, countries, languages, usernameTaken }: AccountTabProps) {
  const { t, i18n } = useTranslation(['profile', 'auth', 'common'])
  const busy = useNavigation().state === 'submitting'
  return (
    <>
      <Form
        method="post"
        className="grid gap-4 rounded-lg border border-card-line bg-card p-4 md:grid-cols-2"
      >
        <input type="hidden" name="intent" value="save" />
        <TextField label={t('email', { ns: 'auth' })} type="email" value={profile.email} readOnly />
        <TextField
          label={t('username', { ns: 'auth' })}
          name="username"
          autoComplete="username"
          maxLength={USERNAME_MAX}
          defaultValue={profile.username ?? ''}
          problem={usernameTaken ? t('username-taken', { ns: 'auth' }) : undefined}
        />
        <TextField
          label={t('full-name')}
          name="fullName"
          autoComplete="name"
          maxLength={TEXT_MAX}
          defaultValue={profile.fullName ?? ''}
        />
        <TextField
          label={t('phone', { ns: 'auth' })}
          name="phone"
          type="tel"
          autoComplete="tel"
          dir="ltr"
          maxLength={40}
          defaultValue={profile.phone ?? ''}
        />
        <Select
          label={t('country', { ns: 'auth' })}
          name="country"
          value={profile.country ?? ''}
          options={countries.map((it) => ({ value: it.code, label: it.name }))}
        />
        <Select
          label={t('language')}
          name="language"
          value={profile.preferredLanguage ?? ''}
          options={languages.map((it) => ({ value: it.code, label: it.nativeName }))}
        />
        <Select
          label={t('price-format', { ns: 'common' })}
          name="priceFormat"
          value={profile.priceFormat ?? ''}
          options={PRICE_FORMATS.map((it) => ({
            value: it,
            label: t(`price-format.${it}`, { ns: 'common' }),
          }))}
        />
        <div className="md:col-span-2">
          <button type="submit" disabled={busy} className="button min-h-11 px-6 text-sm">
            {t('save')}
          </button>
        </div>
      </Form>
      <section className="flex flex-col gap-3 rounded-lg border border-card-line bg-card p-4">
        <h2 className="text-base font-semibold text-heading">{t('data')}</h2>
        <a
          href={`/resources/my-data?lang=${i18n.language}`}
          download
          className="button-quiet inline-flex min-h-11 items-center gap-2 self-start px-4 text-sm"
        >
          <Download aria-hidden="true" className="size-4" />
          {t('data-download')}
        </a>
        <details>
          <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm text-danger">
            {t('delete')}
          </summary>
          <Form method="post" className="flex max-w-96 flex-col gap-3">
            <p className="text-sm text-body">{t('delete-text')}</p>
            <input type="hidden" name="intent" value="delete" />
            <PasswordField
              label={t('current-password')}
              name="password"
              autoComplete="current-password"
              required
            />
            <button
              type="submit"
              className="min-h-11 self-start rounded-lg border border-danger px-4 text-sm font-semibold text-danger hover:bg-card-hover"
            >
              {t('delete')}
            </button>
          </Form>
        </details>
      </section>
    </>
  )
}

interface SelectProps {
  label: string
  name: string
  value: string
  options: { value: string; label: string }[]
}

function Select({ label, name, value, options }: SelectProps) {
  const { t } = useTranslation('profile')
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-sm text-body">
        {label}
      </label>
      <select id={id} name={name} defaultValue={value} className={INPUT}>
        <option value="">{t('none')}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}
