import { useRef } from 'react'
import type { PasswordProblem } from '#app/features/accounts/people.ts'
import {
  type ListKey,
  listOf,
  type Plan,
  type PlanOutcome,
  type PlanRefusal,
} from '#app/features/bulk-edit/lists.ts'
import { problemText, recordedText } from '#app/platform/edit/column-text.ts'
import type { SaveOutcome } from '#app/platform/edit/schema.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { withColon } from '#app/platform/i18n/with-colon.ts'
import { formatCount } from '#app/platform/numbers.ts'
import { ActionButton } from '#app/ui/admin/action-button.tsx'
import { Panel } from '#app/ui/admin/page.tsx'
import { NotAdmitted } from '#app/ui/admin/save-bar.tsx'
import { AdminRow, AdminTable, CELL } from '#app/ui/admin/table.tsx'
import { Banner, PassingBanner } from '#app/ui/banner.tsx'
import type { Refused } from '../guard.server.ts'
import { PasswordDialog } from '../password-dialog.tsx'
import { listText, useCellText } from './use-cell-text.ts'

export type PlanRequestOutcome =
  | PlanOutcome
  | SaveOutcome
  | Refused
  | { kind: 'password-refused'; problem: PasswordProblem }

/** The most changed cells that are listed; the count tells the rest. */
const MOST_LISTED = 50

/** What would change, with the old and the new values, and the button that saves it. */
export function PlanPanel({
  list,
  outcome,
  busy,
  save,
}: {
  list: ListKey
  outcome: (PlanRequestOutcome & { at: number }) | undefined
  busy: boolean
  save: (plan: Plan, password?: string) => void
}) {
  const { t, i18n } = useTranslation('admin')
  const number = (count: number) => formatCount(count, i18n.language)
  switch (outcome?.kind) {
    case undefined:
      return null
    case 'plan':
      return <Preview list={list} plan={outcome} busy={busy} save={save} />
    case 'plan-refused':
      return <Refusal refusal={outcome} list={list} />
    case 'saved':
      return (
        <PassingBanner key={outcome.at}>{t('bulk.saved', { number: number(outcome.count) })}</PassingBanner>
      )
    case 'conflict': {
      const rows = new Set(outcome.conflicts.map(({ id }) => id)).size
      return <Banner tone="error">{t('bulk.conflict', { number: number(rows) })}</Banner>
    }
    case 'invalid':
      return <Banner tone="error">{problemText(t, outcome.problems[0]?.problem) ?? t('save.failed')}</Banner>
    case 'password-refused':
      return <Banner tone="error">{t(`people.problem.${outcome.problem}`)}</Banner>
    // Of a file that is no text.
    case 'refused':
      return <Banner tone="error">{t('earnings.file-problem.not-csv')}</Banner>
    case 'signed-out':
    case 'forbidden':
      return <NotAdmitted outcome={outcome} />
    default:
      return <Banner tone="error">{t('save.failed')}</Banner>
  }
}

function Preview({
  list,
  plan,
  busy,
  save,
}: {
  list: ListKey
  plan: Plan & { ignored: string[] }
  busy: boolean
  save: (plan: Plan, password?: string) => void
}) {
  const { t, i18n } = useTranslation('admin')
  const number = (count: number) => formatCount(count, i18n.language)
  const cellText = useCellText(list)
  const dialog = useRef<HTMLDialogElement>(null)
  const { asksPassword } = listOf(list)
  const { update, create, labels, unchanged, effects, ignored } = plan
  const changed = update.flatMap(({ id, before, after }) =>
    Object.entries(after).map(([column, value]) => ({ id, column, before: before[column], after: value })),
  )
  // Of a new row only what the operator or the usual values fill in.
  const added = create.flatMap(({ id, values }) =>
    Object.entries(values).flatMap(([column, value]) =>
      value === null || column === 'bookmaker_id' ? [] : { id, column, before: undefined, after: value },
    ),
  )
  const cells = [...added, ...changed]
  const count = update.length
  const isEmpty = count + create.length === 0
  return (
    <Panel title={t('bulk.preview')}>
      <p role="status" className="text-sm text-body">
        {isEmpty && t('bulk.nothing')}{' '}
        {create.length > 0 && t('bulk.would-add', { number: number(create.length) })}{' '}
        {count > 0 && t('bulk.would-change', { number: number(count) })}{' '}
        {!isEmpty && unchanged > 0 && t('bulk.unchanged', { number: number(unchanged) })}
      </p>
      {effects.length > 0 && (
        <ul className="list-disc ps-5 text-sm text-body">
          {effects.map(({ effect, number: of }) => (
            <li key={effect}>{t(`bulk.effect.${effect}`, { number: number(of) })}</li>
          ))}
        </ul>
      )}
      {ignored.length > 0 && (
        <p className="text-sm text-muted">{t('bulk.ignored', { columns: ignored.join(', ') })}</p>
      )}
      {!isEmpty && (
        <>
          <ActionButton
            unavailable={busy}
            className="button min-h-10 self-start px-4 text-sm"
            onClick={() => (asksPassword ? dialog.current?.showModal() : save(plan))}
          >
            {t('bulk.save')}
          </ActionButton>
          <PasswordDialog
            dialog={dialog}
            title={t('bulk.would-change', { number: number(count) })}
            confirm={t('bulk.save')}
            onConfirm={(password) => save(plan, password)}
          />
          <AdminTable
            label={t('bulk.preview')}
            columns={[
              { key: 'name', text: listText(t, list) },
              { key: 'column', text: t('bulk.column') },
              { key: 'before', text: t('bulk.before') },
              { key: 'after', text: t('bulk.after') },
            ]}
          >
            {cells.slice(0, MOST_LISTED).map(({ id, column, before, after }) => (
              <AdminRow key={id + column} changed={false}>
                <td className={CELL}>
                  <bdi>{labels[id]}</bdi>
                </td>
                <td className={CELL}>{recordedText(t, list, column)}</td>
                <td className={`${CELL} text-muted wrap-anywhere`}>
                  <bdi>{before === undefined ? t('bulk.new') : cellText(column, before) || '–'}</bdi>
                </td>
                <td className={`${CELL} wrap-anywhere`}>
                  <bdi>{cellText(column, after) || '–'}</bdi>
                </td>
              </AdminRow>
            ))}
          </AdminTable>
          {cells.length > MOST_LISTED && (
            <p className="text-sm text-muted">{t('earnings.more', { count: cells.length - MOST_LISTED })}</p>
          )}
        </>
      )}
    </Panel>
  )
}

function Refusal({ refusal, list }: { refusal: PlanRefusal; list: ListKey }) {
  const { t, i18n } = useTranslation('admin')
  switch (refusal.problem) {
    case 'lines':
      return (
        <Banner tone="error">
          <p>{t('bulk.refused.lines')}</p>
          <ul className="list-disc ps-5">
            {refusal.lines.map(({ line, column, problem }) => (
              <li key={`${line} ${column}`}>
                {t('bulk.line', {
                  line,
                  column: column === 'id' || column === null ? 'id' : recordedText(t, list, column),
                  problem: problemText(t, problem) ?? '',
                })}
              </li>
            ))}
            {refusal.more > 0 && <li>{t('earnings.more', { count: refusal.more })}</li>}
          </ul>
        </Banner>
      )
    case 'value':
      return (
        <Banner tone="error">
          {withColon(recordedText(t, list, refusal.column), i18n.language)} {problemText(t, refusal.text)}
        </Banner>
      )
    case 'cells':
      return <Banner tone="error">{t('bulk.refused.cells', { line: refusal.line })}</Banner>
    case 'not-csv':
      return (
        <Banner tone="error">
          {refusal.line === null
            ? t('earnings.file-problem.not-csv')
            : t('bulk.refused.not-csv', { line: refusal.line })}
        </Banner>
      )
    case 'too-many':
    case 'too-many-new': {
      const number = formatCount(refusal.most, i18n.language)
      return <Banner tone="error">{t(`bulk.refused.${refusal.problem}`, { number })}</Banner>
    }
    default:
      return <Banner tone="error">{t(`bulk.refused.${refusal.problem}`)}</Banner>
  }
}
