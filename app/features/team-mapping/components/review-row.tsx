import { type KeyboardEvent, memo, useEffect, useId, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { usePlaceNames } from '#app/features/catalogue/use-place-names.ts'
import { HistoryButton } from '#app/features/history/components/history-button.tsx'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { withColon } from '#app/platform/i18n/with-colon.ts'
import { useRights } from '#app/ui/admin/rights.tsx'
import { NotAdmitted } from '#app/ui/admin/save-bar.tsx'
import { Banner } from '#app/ui/banner.tsx'
import type { DecisionAnswer } from '../make-decision.server.ts'
import type { CandidateCard, MappingCard } from '../queries.server.ts'
import { DECISION_LABELS, type Decision } from '../schema.ts'
import { PickDialog } from './pick-dialog.tsx'
import { commandOf } from './row-keys.ts'
import { TeamLine } from './team-line.tsx'

type Asked = Decision extends infer D ? (D extends Decision ? Omit<D, 'id' | 'version'> : never) : never
type Answer = DecisionAnswer | { kind: 'signed-out' } | { kind: 'forbidden' } | { kind: 'failed' }

/**
 * A team of matches with its candidates. While it has the focus, keys decide on it; after a decision it keeps its
 * position and shows its new state.
 */
export const ReviewRow = memo(function ReviewRow({
  mapping,
  onAnswer,
}: {
  mapping: MappingCard
  /** Called with the row after a decision. */
  onAnswer: (mapping: MappingCard) => void
}) {
  const { t } = useTranslation('admin')
  const names = usePlaceNames()
  const row = useRef<HTMLElement>(null)
  const heading = useId()
  const [picking, setPicking] = useState(false)
  const { data, state, submit } = useFetcher<Answer>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each response
  useEffect(() => {
    if (data && 'mapping' in data && data.mapping) onAnswer(data.mapping)
  }, [data])

  const { canChange } = useRights()
  const canReject = mapping.status !== 'rejected'
  const decide = (asked: Asked) => {
    if (state !== 'idle' || !canChange) return
    // The pressed button can be removed by the decision.
    row.current?.focus()
    submit(JSON.stringify({ ...asked, id: mapping.id, version: mapping.version }), {
      method: 'post',
      action: '/admin/data-mapping',
      encType: 'application/json',
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const command = isOwnKeys(event.target) ? null : commandOf(event)
    if (!command) return
    event.preventDefault()
    if (command.kind === 'move') return focusNeighbour(row.current, command.step)
    if (command.kind === 'undo' && mapping.isDecided) return decide({ action: 'undo' })
    if (command.kind === 'reject' && canReject) return decide({ action: 'reject' })
    if (command.kind !== 'accept' || mapping.status !== 'review') return
    const candidate = mapping.candidates[command.index]
    if (candidate) decide({ action: 'accept', teamId: candidate.teamId })
  }
  return (
    <article
      ref={row}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys decide on the row that has the focus
      tabIndex={0}
      aria-labelledby={heading}
      aria-busy={state !== 'idle'}
      data-status={mapping.status}
      onKeyDown={onKeyDown}
      className="grid scroll-mt-4 gap-3 rounded-md border border-line p-3 aria-busy:opacity-70 lg:grid-cols-[20rem_minmax(0,1fr)]"
    >
      <div className="min-w-0">
        <div className="flex flex-wrap items-baseline gap-x-2">
          <h3 id={heading} className="min-w-0 text-sm font-semibold break-words text-heading">
            <bdi>{mapping.name}</bdi>
          </h3>
          <p role="status" className="rounded bg-raised px-1.5 text-xs text-body">
            {t(`dataMapping.status.${mapping.status}`)}
          </p>
        </div>
        <p className="text-xs text-muted">
          <bdi>{names.line(mapping)}</bdi>
        </p>
        <div className="mt-2 flex flex-wrap items-center gap-1">
          {mapping.isDecided && (
            <RowButton
              text={t('dataMapping.undo')}
              of={mapping.name}
              shortcut="u"
              onPress={() => decide({ action: 'undo' })}
            />
          )}
          {canReject && (
            <RowButton
              text={t('dataMapping.reject')}
              of={mapping.name}
              shortcut="r"
              onPress={() => decide({ action: 'reject' })}
            />
          )}
          <RowButton text={t('dataMapping.pick')} of={mapping.name} onPress={() => setPicking(true)} />
          <HistoryButton entity="team_mappings" id={mapping.id} name={mapping.name} />
        </div>
      </div>
      <div className="flex min-w-0 flex-col gap-2 text-sm">
        <Message answer={data} isShown={state === 'idle'} />
        {mapping.status === 'review' ? (
          <Candidates
            candidates={mapping.candidates}
            onAccept={(teamId) => decide({ action: 'accept', teamId })}
          />
        ) : (
          <Standing mapping={mapping} />
        )}
      </div>
      {picking && (
        <PickDialog
          mapping={mapping}
          onPick={(teamId) => decide({ action: 'pick', teamId })}
          onClose={() => setPicking(false)}
        />
      )}
    </article>
  )
})

/** Elements in which letters and arrows have their own meaning. */
function isOwnKeys(target: EventTarget): boolean {
  return target instanceof Element && target.closest('input, textarea, select, dialog') !== null
}

function focusNeighbour(row: HTMLElement | null, step: -1 | 1): void {
  const neighbour = step === 1 ? row?.nextElementSibling : row?.previousElementSibling
  if (neighbour instanceof HTMLElement) neighbour.focus()
}

function Candidates({
  candidates,
  onAccept,
}: {
  candidates: readonly CandidateCard[]
  onAccept: (teamId: number) => void
}) {
  const { t } = useTranslation('admin')
  return (
    <ol className="flex flex-col divide-y divide-line">
      {candidates.map((team, index) => (
        <li
          key={team.teamId}
          className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5 first:pt-0 last:pb-0"
        >
          <kbd className="w-4 shrink-0 text-center text-xs text-muted">{index < 9 ? index + 1 : ''}</kbd>
          <TeamLine team={team} />
          <RowButton
            text={t('dataMapping.accept')}
            of={team.name}
            {...(index < 9 && { shortcut: String(index + 1) })}
            onPress={() => onAccept(team.teamId)}
          />
        </li>
      ))}
    </ol>
  )
}

/** The text of a row that is not uncertain. */
function Standing({ mapping }: { mapping: MappingCard }) {
  const { t } = useTranslation('admin')
  if (!mapping.team) {
    return (
      <p className="text-muted">
        {t(mapping.status === 'rejected' ? 'dataMapping.is-rejected' : 'dataMapping.no-candidates')}
      </p>
    )
  }
  return (
    <>
      <TeamLine team={{ ...mapping.team, score: mapping.score }} />
      <p className="text-xs text-muted">
        {mapping.confidence && `${t(`dataMapping.confidence.${mapping.confidence}`)}, `}
        {t(mapping.isDecided ? 'dataMapping.by-person' : 'dataMapping.by-run')}
      </p>
    </>
  )
}

/** Why the last decision was rejected. */
function Message({ answer, isShown }: { answer: Answer | undefined; isShown: boolean }) {
  const { t } = useTranslation('admin')
  if (!answer || !isShown || answer.kind === 'decided') return null
  if (answer.kind === 'signed-out' || answer.kind === 'forbidden') return <NotAdmitted outcome={answer} />
  if (answer.kind === 'failed') return <Banner tone="error">{t('dataMapping.decision-failed')}</Banner>
  return <Banner tone="error">{t(DECISION_LABELS[answer.problem])}</Banner>
}

function RowButton({
  text,
  of,
  shortcut,
  onPress,
}: {
  text: string
  /** The team that it acts on, for screen readers. */
  of: string
  shortcut?: string
  onPress: () => void
}) {
  const { i18n } = useTranslation('admin')
  if (!useRights().canChange) return null
  return (
    <button
      type="button"
      aria-label={`${withColon(text, i18n.language)} ${of}`}
      aria-keyshortcuts={shortcut}
      onClick={onPress}
      className="button-quiet min-h-11 px-3 text-sm whitespace-nowrap lg:min-h-9"
    >
      {text}
    </button>
  )
}
