import type { FormEvent, ReactNode } from 'react'
import { useRouteError } from 'react-router'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { homePath } from '#app/platform/paths.ts'
import { refusalText } from '#app/site/base/problem.ts'
import { Link } from '#app/ui/link.tsx'

/** The framework's text in place of a message that only the log contains. */
const WITHHELD = 'Unexpected Server Error'

/** The message of a page that cannot be shown, in red, with the text of the error catalogue and a link. */
export function PageError() {
  const { t, i18n } = useTranslation(['errors'])
  const error = useRouteError()
  const refusal = refusalText(error, t)
  if (refusal !== undefined) {
    return (
      <ErrorCard message={refusal}>
        <Link to={homePath(i18n.language)} className="button min-h-11 px-6 text-sm">
          {t('back-home')}
        </Link>
      </ErrorCard>
    )
  }
  const message = error instanceof Error && error.message !== WITHHELD ? error.message : ''
  return (
    <ErrorCard message={message ? t('load-failed-because', { message }) : t('load-failed')}>
      <p className="text-sm text-muted md:hidden">{t('refresh-hint')}</p>
      {/* Without scripts the form requests the same address again. */}
      <form onSubmit={reload}>
        <button type="submit" className="button min-h-11 px-6 text-sm">
          {t('refresh')}
        </button>
      </form>
    </ErrorCard>
  )
}

function reload(event: FormEvent): void {
  event.preventDefault()
  window.location.reload()
}

function ErrorCard({ message, children }: { message: string; children: ReactNode }) {
  return (
    <div className="flex min-h-96 flex-col items-center justify-center gap-4 text-center">
      <div role="alert">
        <h1 className="text-base font-semibold text-danger">{message}</h1>
      </div>
      {children}
    </div>
  )
}
