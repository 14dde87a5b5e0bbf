import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { sourceText } from '#app/features/runs/run-texts.ts'
import { entityText, recordedText } from '#app/platform/edit/column-text.ts'
import type { AuditEntry, Value } from '#app/platform/edit/schema.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { useValueText } from '#app/ui/admin/use-value-text.ts'
import { Instant } from '#app/ui/time.tsx'

/** The history of changes, newest first: time, author, and the values before and after. */
export function AuditList({
  entries,
  withItem,
  actionsOf,
}: {
  entries: readonly AuditEntry[]
  withItem: boolean
  /** Buttons of an entry. */
  actionsOf?: (entry: AuditEntry) => ReactNode
}) {
  const { t } = useTranslation('admin')
  if (entries.length === 0) return <p className="text-sm text-muted">{t('history.empty')}</p>
  return (
    <ol className="flex flex-col divide-y divide-line">
      {entries.map((entry) => (
        <li key={entry.id} className="flex flex-col gap-1 py-2 text-sm">
          {/* No paragraph: an action can have a dialog, which browsers move out of one. */}
          <div className="flex flex-wrap items-baseline gap-x-2">
            <span className="font-semibold text-heading">{t(`history.${entry.action}`)}</span>
            {withItem && (
              <span className="min-w-0 wrap-anywhere">
                {entityText(t, entry.entity)}: <bdi>{labelText(t, entry)}</bdi>
              </span>
            )}
            <span className="text-muted">
              <bdi>{entry.by}</bdi>, <Instant at={entry.at} style="exact" />
            </span>
            {actionsOf?.(entry)}
          </div>
          <Differences {...entry} />
        </li>
      ))}
    </ol>
  )
}

/** Tables of runs; older entries name the two that came before the one of all runs. */
const RUNS: ReadonlySet<string> = new Set(['runs', 'import_runs', 'mapping_runs'])

/** For runs, the label is a code: the kind of run, or `cancel` for a stop. */
function labelText(t: TFunction<'admin'>, { entity, label }: AuditEntry): string {
  if (!RUNS.has(entity)) return label
  return label === 'cancel' ? t('runs.cancel') : sourceText(t, label)
}

function Differences({ entity, before, after }: Pick<AuditEntry, 'entity' | 'before' | 'after'>) {
  const { t } = useTranslation('admin')
  const columns = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  if (columns.length === 0) return null
  return (
    <ul className="flex flex-col gap-0.5 ps-4 text-xs">
      {columns.map((column) => (
        <li key={column} className="wrap-anywhere">
          <span className="text-muted">{recordedText(t, entity, column)}: </span>
          {before && <Shown as="del" value={before[column]} />}
          {before && after && ' → '}
          {after && <Shown as="ins" value={after[column]} />}
        </li>
      ))}
    </ul>
  )
}

function Shown({ as: Tag, value }: { as: 'del' | 'ins'; value: Value | undefined }) {
  const inWords = useValueText()
  return (
    <Tag
      dir="auto"
      suppressHydrationWarning
      className={Tag === 'del' ? 'text-muted' : 'text-heading no-underline'}
    >
      {inWords(value)}
    </Tag>
  )
}
