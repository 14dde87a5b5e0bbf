import { useId, useRef } from 'react'
import { usePlaceNames } from '#app/features/catalogue/use-place-names.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { withColon } from '#app/platform/i18n/with-colon.ts'
import { formatCount } from '#app/platform/numbers.ts'
import { ActionButton } from '#app/ui/admin/action-button.tsx'
import { ConfirmDialog } from '#app/ui/admin/confirm-dialog.tsx'
import { DecidedRows } from '#app/ui/admin/decided-rows.tsx'
import { Panel } from '#app/ui/admin/page.tsx'
import { Pages } from '#app/ui/admin/pages.tsx'
import { Instant, Relative } from '#app/ui/time.tsx'
import type { DecidedMatch, DecisionCard } from '../schema.ts'
import { ReviewSearch } from './review-search.tsx'
import { NotDecided, useDecision } from './use-decision.tsx'

/** The decisions on matches and names, the latest first, each with a button that undoes it. */
export function DecisionList({
  decisions,
  total,
  text,
  page,
  pages,
}: {
  decisions: readonly DecisionCard[]
  total: number
  text: string
  page: number
  pages: number
}) {
  const { t, i18n } = useTranslation('admin')
  return (
    <Panel title={t('review.decisions', { number: formatCount(total, i18n.language) })}>
      <ReviewSearch tab="decided" text={text} />
      <DecidedRows rows={decisions} none={t('review.no-decisions')}>
        {(decision, focusList) => <DecisionRow key={decision.id} decision={decision} onUndo={focusList} />}
      </DecidedRows>
      <Pages
        page={page}
        pages={pages}
        to={(number) => `?${new URLSearchParams({ tab: 'decided', q: text, page: String(number) })}`}
      />
    </Panel>
  )
}

function DecisionRow({ decision, onUndo }: { decision: DecisionCard; onUndo: () => void }) {
  const { t, i18n } = useTranslation('admin')
  const places = usePlaceNames()
  const heading = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const { isBusy, outcome, decide } = useDecision('/admin/review?tab=decided')
  const { id, answer, pair, names } = decision
  const teams = pair ? `${pair.match.home} – ${pair.match.away}` : names.flat().join(' – ')
  const undo = () => {
    // The button disappears with its row; keep the keyboard focus in the list.
    onUndo()
    decide(id, 'undo')
  }
  return (
    <article
      aria-labelledby={heading}
      aria-busy={isBusy}
      className="flex flex-col gap-2 rounded-md border border-line p-3 text-sm aria-busy:opacity-70"
    >
      <div>
        <h3 id={heading} className="font-semibold text-heading">
          {pair ? t(`review.${answer}`) : t(`review.names-${answer}`)}
        </h3>
        <p className="text-xs text-muted">
          <bdi>{places.line(decision)}</bdi> · <Relative at={decision.decidedAt} />
          {decision.decidedBy && (
            <>
              {' '}
              · <bdi>{decision.decidedBy}</bdi>
            </>
          )}
        </p>
      </div>
      {pair && (
        <>
          <Decided match={pair.candidate} />
          <Decided match={pair.match} />
        </>
      )}
      {names.map((two) => (
        <p key={two.join()} className="break-words">
          {pair && `${withColon(t(`review.names-${answer}`), i18n.language)} `}
          <bdi>{two[0]}</bdi> {answer === 'same' ? '=' : '≠'} <bdi>{two[1]}</bdi>
        </p>
      ))}
      <MorePairs decision={decision} />
      <NotDecided outcome={outcome} refused={t('review.undone')} />
      <ActionButton
        unavailable={isBusy}
        aria-label={t('review.undo-of', { teams })}
        onClick={() => dialog.current?.showModal()}
        className="button-quiet min-h-11 self-start px-4"
      >
        {t('review.undo')}
      </ActionButton>
      <ConfirmDialog
        dialog={dialog}
        title={t('review.undo-title')}
        confirm={t('review.undo')}
        onConfirm={undo}
      >
        <Consequences decision={decision} />
      </ConfirmDialog>
    </article>
  )
}

/** A match in one line, as it was. */
export function Decided({ match: { home, away, league, startTime } }: { match: DecidedMatch }) {
  return (
    <p className="break-words">
      <span className="font-semibold text-heading">
        <bdi>{home}</bdi> – <bdi>{away}</bdi>
      </span>{' '}
      · <bdi>{league}</bdi> · <Instant at={startTime} style="dateTime" />
    </p>
  )
}

/** The number of pairs, if the decision settled more than one. */
function MorePairs({ decision: { merges, pairs } }: { decision: DecisionCard }) {
  const { t, i18n } = useTranslation('admin')
  const settled = merges + pairs
  if (settled < 2) return null
  return <p className="text-muted">{t('review.settled', { number: formatCount(settled, i18n.language) })}</p>
}

/** What the end of the decision brings back, and what it does not. */
function Consequences({ decision: { answer, merges, pairs, names } }: { decision: DecisionCard }) {
  const { t } = useTranslation('admin')
  return (
    <div className="flex flex-col gap-3">
      {merges > 0 && (
        <>
          <p>{t('review.undo-merge')}</p>
          <p>{t('review.undo-prices')}</p>
          <p>{t('review.undo-lost')}</p>
        </>
      )}
      {names.length > 0 && <p>{t(`review.undo-names-${answer}`)}</p>}
      {pairs + merges > 0 && <p>{t('review.undo-pairs')}</p>}
    </div>
  )
}
