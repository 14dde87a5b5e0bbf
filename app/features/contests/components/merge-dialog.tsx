import type { RefObject } from 'react'
import { usePlaceNames } from '#app/features/catalogue/use-place-names.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatCount } from '#app/platform/numbers.ts'
import { ConfirmDialog } from '#app/ui/admin/confirm-dialog.tsx'
import { differencesOf } from '../differences.ts'
import type { MergeQuestion, ReviewCard } from '../schema.ts'
import { Contest, DifferenceNotice } from './contest.tsx'

/** Asks before two matches become one, and says what follows. */
export function MergeDialog({
  dialog,
  review,
  question: { moved, names, pairs },
  onConfirm,
}: {
  dialog: RefObject<HTMLDialogElement | null>
  review: ReviewCard
  question: MergeQuestion
  onConfirm: () => void
}) {
  const { t, i18n } = useTranslation('admin')
  const places = usePlaceNames()
  const number = (count: number) => formatCount(count, i18n.language)
  const differences = differencesOf(review)
  return (
    <ConfirmDialog
      dialog={dialog}
      title={t('review.ask-title')}
      confirm={t('review.merge')}
      onConfirm={onConfirm}
    >
      <div className="flex flex-col gap-3">
        <DifferenceNotice differences={differences} />
        {(['candidate', 'match'] as const).map((of) => (
          <div key={of} className="flex flex-col gap-1">
            <h3 className="font-semibold text-heading">
              {t(of === 'candidate' ? 'review.stays' : 'review.goes')}
            </h3>
            <Contest contest={review[of]} differences={differences} />
          </div>
        ))}
        <div>
          <h3 className="font-semibold text-heading">{t('review.moves')}</h3>
          <ul className="list-disc ps-5">
            {(['prices', 'favourites', 'alerts', 'bets'] as const).map((kind) => (
              <li key={kind}>{t(`review.moves-${kind}`, { number: number(moved[kind]) })}</li>
            ))}
            <li>{t('review.moves-address')}</li>
          </ul>
        </div>
        {names.map(({ name, other, matches, others }) => (
          <p key={`${name} ${other}`}>
            {t('review.one-team', {
              ...{ name, other, place: places.line(review) },
              ...{ matches: number(matches), others: number(others) },
            })}
          </p>
        ))}
        {pairs > 0 && <p>{t('review.other-pairs', { number: number(pairs) })}</p>}
        <p>{t('review.can-undo')}</p>
      </div>
    </ConfirmDialog>
  )
}
