import { Check, LoaderCircle, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { USERNAME_MAX } from '../rules.ts'
import { checkUsername, type UsernameState } from '../username-check.ts'
import { TextField } from './field.tsx'

/** A username that is looked up while it is typed. */
export function UsernameField({
  initial,
  state,
  problem,
  onState,
}: {
  initial: string
  problem?: string | undefined
  state: UsernameState
  onState(state: UsernameState): void
}) {
  const { t } = useTranslation('auth')
  const [name, setName] = useState(initial)
  const report = useRef(onState)
  report.current = onState
  useEffect(() => checkUsername(name, (state) => report.current(state)), [name])
  return (
    <TextField
      label={t('username')}
      problem={problem}
      name="username"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={USERNAME_MAX}
      value={name}
      onChange={(event) => setName(event.target.value)}
      note={
        <p role="status" className="flex min-h-5 items-center gap-1 text-sm">
          {state === 'checking' && (
            <>
              <LoaderCircle aria-hidden="true" className="size-4 text-icon motion-safe:animate-spin" />
              <span className="sr-only">{t('username-checking')}</span>
            </>
          )}
          {state === 'available' && (
            <span className="inline-flex items-center gap-1 text-accent">
              <Check aria-hidden="true" className="size-4" />
              {t('available')}
            </span>
          )}
          {state === 'taken' && (
            <span className="inline-flex items-center gap-1 text-danger">
              <X aria-hidden="true" className="size-4" />
              {t('taken')}
            </span>
          )}
        </p>
      }
    />
  )
}
