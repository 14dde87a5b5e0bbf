import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { sourceText } from '#app/features/runs/run-texts.ts'
import { entityText, recordedText } from '#app/platform/edit/column-text.ts'
import type { AuditEntry, Value } from '#app/platform/edit/schema.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { withColon } from '#app/platform/i18n/with-colon.ts'
import { localeOf } from '#app/platform/locale.ts'
import { formatList } from '#app/platform/numbers.ts'
import { Instant } from '#app/ui/time.tsx'
import { useRecordedValue } from './use-recorded-value.ts'

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
  const { t, i18n } = useTranslation('admin')
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
                {withColon(entityText(t, entry.entity), i18n.language)} <bdi>{labelText(t, entry)}</bdi>
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
  const { t, i18n } = useTranslation('admin')
  const inWords = useRecordedValue(entity)
  const named = (column: string, value: Value | undefined) => withCountries(column, value, i18n.language)
  const columns = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  if (columns.length === 0) return null
  return (
    <ul className="flex flex-col gap-0.5 ps-4 text-xs">
      {columns.map((column) => (
        <li key={column} className="wrap-anywhere">
          <span className="text-muted">{withColon(recordedText(t, entity, column), i18n.language)} </span>
          {before && <Shown as="del" text={inWords(column, named(column, before[column]))} />}
          {before && after && ' → '}
          {after && <Shown as="ins" text={inWords(column, named(column, after[column]))} />}
        </li>
      ))}
    </ul>
  )
}

/** Columns of codes of countries (ISO 3166-1), with spaces between several. */
const OF_COUNTRIES: ReadonlySet<string> = new Set(['country', 'countries', 'offered_in'])

/** Codes of countries as their names in a language. */
function withCountries(column: string, value: Value | undefined, language: string): Value | undefined {
  if (!OF_COUNTRIES.has(column) || typeof value !== 'string') return value
  if (!/^[A-Z]{2}( [A-Z]{2})*$/.test(value)) return value
  const names = new Intl.DisplayNames([localeOf(language), 'en'], { type: 'region' })
  return formatList(
    value.split(' ').map((code) => names.of(code) ?? code),
    language,
  )
}

function Shown({ as: Tag, text }: { as: 'del' | 'ins'; text: string }) {
  return (
    <Tag
      dir="auto"
      suppressHydrationWarning
      className={Tag === 'del' ? 'text-muted' : 'text-heading no-underline'}
    >
      {text}
    </Tag>
  )
}
