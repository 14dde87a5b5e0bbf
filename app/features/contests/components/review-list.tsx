import { useEffect, useId, useRef } from 'react'
import { usePlaceNames } from '#app/features/catalogue/use-place-names.ts'
import { sourceText } from '#app/features/runs/run-texts.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { withColon } from '#app/platform/i18n/with-colon.ts'
import { formatCount, formatList } from '#app/platform/numbers.ts'
import { ActionButton } from '#app/ui/admin/action-button.tsx'
import { DecidedRows } from '#app/ui/admin/decided-rows.tsx'
import { Panel } from '#app/ui/admin/page.tsx'
import { Pages } from '#app/ui/admin/pages.tsx'
import { ReadProblem } from '#app/ui/admin/read-problem.tsx'
import { useRead } from '#app/ui/admin/use-read.ts'
import { Banner } from '#app/ui/banner.tsx'
import { Instant } from '#app/ui/time.tsx'
import { differencesOf } from '../differences.ts'
import type { ContestCard, MergeQuestion, ReviewCard } from '../schema.ts'
import { Contest, DifferenceNotice } from './contest.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { ReviewSearch } from './review-search.tsx'
import { NotDecided, useDecision } from './use-decision.tsx'

/** Pairs of matches that may be one contest, for an operator to decide. A decided pair leaves the list. */
export function ReviewList({
  reviews,
  total,
  text,
  page,
  pages,
}: {
  reviews: readonly ReviewCard[]
  total: number
  text: string
  page: number
  pages: number
}) {
  const { t, i18n } = useTranslation('admin')
  return (
    <Panel title={t('review.matches', { number: formatCount(total, i18n.language) })}>
      <ReviewSearch tab="open" text={text} />
      <DecidedRows rows={reviews} none={t('review.none')}>
        {(review, focusList) => <ReviewRow key={review.id} review={review} onDecide={focusList} />}
      </DecidedRows>
      <Pages
        page={page}
        pages={pages}
        to={(number) => `?${new URLSearchParams({ q: text, page: String(number) })}`}
      />
    </Panel>
  )
}

function ReviewRow({ review, onDecide }: { review: ReviewCard; onDecide: () => void }) {
  const { t } = useTranslation('admin')
  const names = usePlaceNames()
  const heading = useId()
  const { isBusy, outcome, decide: send } = useDecision('/admin/review')
  const asking = useRead<{ question: MergeQuestion | null }>()
  const dialog = useRef<HTMLDialogElement>(null)
  const question = asking.busy ? undefined : asking.data?.question
  useEffect(() => {
    if (question) dialog.current?.showModal()
  }, [question])
  const differences = differencesOf(review)
  const decide = (answer: 'same' | 'different') => {
    // The button disappears with its row; keep the keyboard focus in the list.
    onDecide()
    send(review.id, answer)
  }
  const teams = `${review.match.home} – ${review.match.away}`
  const button = (answer: 'same' | 'different') => (
    <ActionButton
      unavailable={isBusy || asking.busy}
      aria-label={t(`review.${answer}-of`, { teams })}
      onClick={() =>
        answer === 'same' ? asking.read(`/admin/review/question?id=${review.id}`) : decide(answer)
      }
      className="button-quiet min-h-11 px-4 text-sm"
    >
      {t(`review.${answer}`)}
    </ActionButton>
  )
  return (
    <article
      aria-labelledby={heading}
      aria-busy={isBusy}
      className="flex flex-col gap-3 rounded-md border border-line p-3 aria-busy:opacity-70"
    >
      <div>
        <h3 id={heading} className="text-sm font-semibold break-words text-heading">
          {t(`review.reason.${review.reason}`)}
        </h3>
        <p className="text-xs text-muted">
          <bdi>{names.line(review)}</bdi>
        </p>
      </div>
      <div className="grid gap-3 md:grid-cols-2">
        {[review.candidate, review.match].map((contest) => (
          <Contest key={contest.id} contest={contest} differences={differences}>
            <Details contest={contest} />
          </Contest>
        ))}
      </div>
      <DifferenceNotice differences={differences} />
      <TypedTwice review={review} />
      {question && (
        <MergeDialog dialog={dialog} review={review} question={question} onConfirm={() => decide('same')} />
      )}
      <ReadProblem of={asking} />
      {question === null && <Banner tone="error">{t('review.unknown')}</Banner>}
      <NotDecided outcome={outcome} refused={t('review.unknown')} />
      <div className="flex flex-wrap gap-2">
        {button('same')}
        {button('different')}
      </div>
    </article>
  )
}

/** What is typed for both matches: a merge keeps that of the first. */
function TypedTwice({ review: { match, candidate } }: { review: ReviewCard }) {
  const { t, i18n } = useTranslation('admin')
  const twice = TYPED.filter((kind) => match.typed[kind] !== null && candidate.typed[kind] !== null)
  if (twice.length === 0) return null
  return (
    <Banner tone="notice">
      {t('review.typed-twice', {
        what: formatList(
          twice.map((kind) => t(`review.typed-${kind}`)),
          i18n.language,
        ),
      })}
    </Banner>
  )
}

const TYPED = ['odds', 'score', 'prices'] as const

/** What is typed for a match, and what each feed calls it. */
function Details({ contest }: { contest: ContestCard }) {
  const { t, i18n } = useTranslation('admin')
  return (
    <ul className="mt-2 text-xs text-muted">
      {TYPED.map((kind) =>
        contest.typed[kind] === null ? null : (
          <li key={kind}>
            {withColon(t(`review.typed-${kind}`), i18n.language)} <bdi>{contest.typed[kind]}</bdi>
          </li>
        ),
      )}
      {contest.listings.map(({ source, home, away, startTime }) => (
        <li key={`${source} ${home} ${away} ${startTime}`} className="break-words">
          <bdi>{sourceText(t, source)}</bdi>
          {withColon('', i18n.language)} <bdi>{home}</bdi> – <bdi>{away}</bdi> ·{' '}
          <bdi>
            <Instant at={startTime} style="dateTime" />
          </bdi>
        </li>
      ))}
    </ul>
  )
}
