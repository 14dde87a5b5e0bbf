import { Check, LoaderCircle, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { USERNAME_MAX } from '../rules.ts'
import { TextField } from './field.tsx'

export type UsernameState = 'idle' | 'checking' | 'available' | 'taken'

/** The check starts this long after typing stops. */
const CHECK_DELAY_MS = 500

/** A username that is looked up while it is typed. */
export function UsernameField({
  initial,
  state,
  onState,
}: {
  initial: string
  state: UsernameState
  onState(state: UsernameState): void
}) {
  const { t } = useTranslation('auth')
  const [name, setName] = useState(initial)
  const report = useRef(onState)
  report.current = onState
  useEffect(() => {
    const wanted = name.trim()
    if (wanted === '') return report.current('idle')
    report.current('checking')
    const abort = new AbortController()
    const timer = setTimeout(async () => {
      report.current(await lookUp(wanted, abort.signal))
    }, CHECK_DELAY_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [name])
  return (
    <TextField
      label={t('username')}
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

/** Where the check fails, the form itself will tell. */
async function lookUp(name: string, signal: AbortSignal): Promise<UsernameState> {
  try {
    const response = await fetch(`/resources/username?name=${encodeURIComponent(name)}`, { signal })
    if (!response.ok) return 'idle'
    const { available } = (await response.json()) as { available: boolean }
    return available ? 'available' : 'taken'
  } catch {
    return signal.aborted ? 'checking' : 'idle'
  }
}
