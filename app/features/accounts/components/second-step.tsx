import { Form, Link } from 'react-router'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { TextField } from './field.tsx'

interface SecondStepProps {
  kind: 'app' | 'recovery'
  /** The redirect after signing in. */
  next: string
  busy: boolean
}

/** The form for the second factor. */
export function SecondStep({ kind, next, busy }: SecondStepProps) {
  const { t } = useTranslation('auth')
  const other = kind === 'app' ? 'recovery' : 'app'
  return (
    <Form method="post" noValidate className="flex flex-col gap-4">
      <p className="text-sm text-body">{t(`code-text.${kind}`)}</p>
      <input type="hidden" name="intent" value="second-step" />
      <input type="hidden" name="next" value={next} />
      <TextField
        key={kind}
        label={t(`code.${kind}`)}
        name="code"
        dir="ltr"
        autoComplete={kind === 'app' ? 'one-time-code' : 'off'}
        inputMode={kind === 'app' ? 'numeric' : 'text'}
        autoCapitalize="none"
        spellCheck={false}
      />
      <button type="submit" disabled={busy} className="button min-h-11 px-4 text-sm">
        {t('sign-in')}
      </button>
      <Link
        to={`?${new URLSearchParams({ step: other, next })}`}
        className="inline-flex min-h-11 items-center text-sm text-link hover:text-link-hover"
      >
        {t(`use-code.${other}`)}
      </Link>
    </Form>
  )
}
