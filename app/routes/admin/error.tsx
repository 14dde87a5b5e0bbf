import { isRouteErrorResponse, Link, useRouteError } from 'react-router'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { FORBIDDEN, isLoadProblem, UNVERIFIED } from './problems.ts'

/** The error boundary when no administrator could be verified: no frame, and public texts only. */
export function AdminError() {
  const { t } = useTranslation('errors')
  return <Failure message={t('admin-failed')} retry={t('retry')} />
}

/** A screen that cannot be shown, inside the frame. */
export function ScreenError() {
  const { t } = useTranslation('admin')
  const error = useRouteError()
  const isForbidden = isRouteErrorResponse(error) && error.data === FORBIDDEN
  if (isForbidden || (isRouteErrorResponse(error) && error.status === 404)) {
    return (
      <Failure message={t(isForbidden ? 'load.forbidden' : 'load.not-found')}>
        <Link to="/admin" className="button min-h-11 px-6 text-sm">
          {t('menu.dashboard')}
        </Link>
      </Failure>
    )
  }
  if (isRouteErrorResponse(error) && error.data === UNVERIFIED) return <AdminError />
  const problem = isRouteErrorResponse(error) && isLoadProblem(error.data) ? error.data.load : undefined
  return <Failure message={problem ? t(`load.${problem}`) : t('load.screen')} retry={t('load.retry')} />
}

function Failure({
  message,
  retry,
  children,
}: {
  message: string
  retry?: string
  children?: React.ReactNode
}) {
  return (
    <div className="flex min-h-96 grow flex-col items-center justify-center gap-4 p-6 text-center">
      <h1 role="alert" className="text-base font-semibold text-danger">
        {message}
      </h1>
      {retry && (
        <form>
          <button type="submit" className="button min-h-11 px-6 text-sm">
            {retry}
          </button>
        </form>
      )}
      {children}
    </div>
  )
}
