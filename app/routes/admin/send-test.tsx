import type { TestResult } from '#app/features/alerts/send-test.server.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { ActionButton } from '#app/ui/admin/action-button.tsx'
import { NotDone } from '#app/ui/admin/save-bar.tsx'
import { useRequest } from '#app/ui/admin/use-request.ts'

type Tested = { kind: 'tested'; results: TestResult[] } | { kind: 'signed-out' | 'forbidden' }

/**
 * Sends a message to the saved addresses, and says what became of each.
 * @param isEdited whether others are typed
 */
export function SendTest({
  kind,
  isEdited,
}: {
  kind: 'test-mails' | 'test-webhook' | 'test'
  isEdited: boolean
}) {
  const { t } = useTranslation('admin')
  const request = useRequest<Tested | { kind: 'failed'; message: string | null }>()
  const { outcome } = request
  return (
    <div className="flex flex-col items-start gap-2">
      <ActionButton
        unavailable={request.busy}
        className="button-quiet min-h-10 px-4 text-sm"
        onClick={() => request.send({ kind })}
      >
        {t('alerts.test')}
      </ActionButton>
      {isEdited && <p className="text-xs text-muted">{t('alerts.test.unsaved')}</p>}
      <ul role="status" className="text-sm">
        {outcome?.kind === 'tested' &&
          outcome.results.map(({ to, why, said }) => (
            <li key={to} className={why === null ? 'text-accent' : 'text-danger'}>
              <bdi dir="ltr">{to}</bdi>:{' '}
              {why === null ? t('alerts.test.accepted') : t(`alerts.test.why.${why}`, { said })}
            </li>
          ))}
      </ul>
      {outcome?.kind !== 'tested' && <NotDone outcome={outcome} />}
    </div>
  )
}
