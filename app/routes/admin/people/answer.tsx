import type { InviteProblem, PasswordProblem, PersonProblem } from '#app/features/accounts/people.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { NotAdmitted } from '#app/ui/admin/save-bar.tsx'
import { Banner } from '#app/ui/banner.tsx'

export type Answer =
  | { kind: 'done' | 'invited'; email: string }
  | { kind: 'withdrawn' | 'unchanged' | 'signed-out' | 'forbidden' | 'failed' | 'invalid' | 'refused' }
  | { kind: 'person-refused'; problem: PersonProblem }
  | { kind: 'invite-refused'; problem: InviteProblem | 'email-invalid' }
  | { kind: 'password-refused'; problem: PasswordProblem }

/** The result of a change of an account or an invitation. */
export function AnswerBanner({ answer }: { answer: Answer | undefined }) {
  const { t } = useTranslation('admin')
  switch (answer?.kind) {
    case undefined:
      return null
    case 'done':
      return <Banner tone="success">{t('people.done', { email: answer.email })}</Banner>
    case 'invited':
      return <Banner tone="success">{t('people.invited', { email: answer.email })}</Banner>
    case 'withdrawn':
      return <Banner tone="success">{t('people.withdrawn')}</Banner>
    case 'unchanged':
      return <Banner tone="notice">{t('people.unchanged')}</Banner>
    case 'person-refused':
    case 'invite-refused':
    case 'password-refused':
      return <Banner tone="error">{t(`people.problem.${answer.problem}`)}</Banner>
    case 'signed-out':
    case 'forbidden':
      return <NotAdmitted outcome={answer} />
    default:
      return <Banner tone="error">{t('save.failed')}</Banner>
  }
}
