import { useVirtualizer } from '@tanstack/react-virtual'
import { Trash2 } from 'lucide-react'
import { memo, type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { HistoryButton } from '#app/features/history/components/history-button.tsx'
import {
  type Grid,
  type GridLanguage,
  readGrid,
  type SentGrid,
} from '#app/features/translations/editor-schema.ts'
import { lostPlaceholders } from '#app/features/translations/rules.ts'
import { problemText } from '#app/platform/edit/column-text.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatCount } from '#app/platform/numbers.ts'
import { ConfirmDialog } from '#app/ui/admin/confirm-dialog.tsx'
import { IconButton } from '#app/ui/admin/icon-button.tsx'
import { useRights } from '#app/ui/admin/rights.tsx'
import { NotAdmitted, SaveBar } from '#app/ui/admin/save-bar.tsx'
import { useEditor } from '#app/ui/admin/use-editor.ts'
import { useRequest } from '#app/ui/admin/use-request.ts'
import { Banner, PassingBanner } from '#app/ui/banner.tsx'
import type { Refused } from '../guard.server.ts'
import { type Cells, cellsOf, type GridFilter, shownKeys, textOf } from './filter.ts'

/** A key with its saved texts by the id of their language. */
type GridRow = { id: string } & Record<string, string | null>

type DeleteOutcome = { kind: 'deleted' } | { kind: 'refused'; problem: string } | Refused

const ROW_PX = 77

/** The texts of a namespace, key by language. Only the rows in view are rendered. */
export function TranslationsGrid({
  sent,
  languages,
  filter,
}: {
  sent: SentGrid
  languages: readonly GridLanguage[]
  filter: GridFilter
}) {
  const { t, i18n } = useTranslation('admin')
  const number = (count: number) => formatCount(count, i18n.language)
  const grid = useMemo(() => readGrid(sent), [sent])
  const loaded = useMemo(() => toRows(grid, languages), [grid, languages])
  const indexes = useMemo(() => new Map(grid.keys.map((key, index) => [key, index])), [grid])
  const cells = useMemo(() => cellsOf(grid, languages), [grid, languages])
  const editor = useEditor<GridRow>(loaded)
  const asked = useDeferredValue(filter)
  const shown = useMemo(() => shownKeys(grid, languages, cells, asked), [grid, languages, cells, asked])
  const deleting = useRequest<DeleteOutcome>()
  const [toDelete, setToDelete] = useState<string>()
  const dialog = useRef<HTMLDialogElement>(null)
  const [askToDelete] = useState(() => (key: string) => {
    setToDelete(key)
    dialog.current?.showModal()
  })
  const frame = useRef<HTMLElement>(null)
  const rows = useVirtualizer({
    count: shown.length,
    getScrollElement: () => frame.current,
    getItemKey: (index) => shown[index] ?? index,
    estimateSize: () => ROW_PX,
    overscan: 6,
    initialRect: { width: 1_000, height: 640 },
  })
  useEffect(() => {
    if (asked) frame.current?.scrollTo({ top: 0 })
  }, [asked])

  const losing = useMemo(
    () => countLosing(editor.changed, languages, cells),
    [editor.changed, languages, cells],
  )
  const nameOf = (id: string) => languages.find((it) => it.id === id)?.name ?? id
  const columns = {
    gridTemplateColumns: `var(--key-column) repeat(${languages.length}, minmax(13.75rem, 1fr))`,
  }
  return (
    <>
      <p role="status" className="text-sm text-muted">
        {t('translations.shown', { number: number(shown.length), total: number(grid.keys.length) })}
      </p>
      <section
        ref={frame}
        aria-label={t('translations.title')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
        tabIndex={0}
        className="h-[68dvh] min-h-80 overflow-auto rounded-lg border border-card-line bg-card text-sm [--key-column:9rem] md:[--key-column:15rem]"
      >
        {/* biome-ignore lint/a11y/useSemanticElements: rows of a table element cannot be placed one by one */}
        <div
          role="table"
          aria-label={grid.namespace}
          aria-rowcount={shown.length + 1}
          className="min-w-full"
          style={{ width: `calc(var(--key-column) + ${languages.length} * 13.75rem)` }}
        >
          {/* biome-ignore lint/a11y/useSemanticElements: see above */}
          <div role="rowgroup" className="sticky top-0 z-[2]">
            {/* biome-ignore lint/a11y/useSemanticElements: see above */}
            {/* biome-ignore lint/a11y/useFocusableInteractive: nothing to do with a row itself */}
            <div role="row" aria-rowindex={1} className="grid" style={columns}>
              <HeadCell className="sticky start-0 z-[1]">{t('translations.key')}</HeadCell>
              {languages.map(({ id, code, name, nativeName, isActive }) => (
                <HeadCell key={id} className="flex min-h-[60px] flex-col justify-center">
                  <span>
                    {name} <bdi className="font-normal uppercase">({code})</bdi>
                  </span>
                  <span className="font-normal">
                    <bdi lang={code}>{nativeName}</bdi>
                    {!isActive && ` · ${t('translations.inactive')}`}
                  </span>
                </HeadCell>
              ))}
            </div>
          </div>
          {/* biome-ignore lint/a11y/useSemanticElements: see above */}
          <div role="rowgroup" className="relative" style={{ height: rows.getTotalSize() }}>
            {rows.getVirtualItems().map(({ index, start }) => {
              const key = shown[index]
              const row = key === undefined ? undefined : editor.rows[indexes.get(key) ?? -1]
              if (key === undefined || !row) return null
              return (
                // biome-ignore lint/a11y/useSemanticElements: see above
                // biome-ignore lint/a11y/useFocusableInteractive: see above
                <div
                  key={key}
                  ref={rows.measureElement}
                  data-index={index}
                  role="row"
                  aria-rowindex={index + 2}
                  className="absolute start-0 top-0 grid w-full border-b border-line bg-card"
                  style={{ ...columns, transform: `translateY(${start}px)` }}
                >
                  <RowCells
                    namespace={grid.namespace}
                    row={row}
                    languages={languages}
                    cells={cells}
                    changed={Object.keys(editor.changed.get(key)?.after ?? {}).join()}
                    problems={editor.outcome?.kind === 'invalid' ? editor.outcome.problems : NO_PROBLEMS}
                    set={editor.set}
                    onDelete={askToDelete}
                  />
                </div>
              )
            })}
          </div>
        </div>
        {shown.length === 0 && <p className="p-4 text-muted">{t('translations.none')}</p>}
      </section>
      {deleting.outcome && <Deleted key={deleting.outcome.at} outcome={deleting.outcome} />}
      {losing > 0 && <Banner tone="notice">{t('translations.losing', { count: losing })}</Banner>}
      <SaveBar
        editor={editor}
        texts={{
          saved:
            editor.outcome?.kind === 'saved'
              ? t('translations.saved', {
                  count: editor.outcome.count,
                  number: number(editor.outcome.count),
                })
              : '',
          failed: () => t('translations.save-failed'),
          invalid: (problem) => problemText(t, problem) ?? t('translations.save-failed'),
          nothing: t('translations.no-changes'),
          column: nameOf,
        }}
      />
      <ConfirmDialog
        dialog={dialog}
        title={t('translations.delete', { key: toDelete ?? '' })}
        confirm={t('delete')}
        onConfirm={() =>
          toDelete !== undefined &&
          deleting.send({ intent: 'delete', namespace: grid.namespace, key: toDelete })
        }
      >
        <p>{t('translations.delete-text')}</p>
        <ul className="mt-2 flex flex-col gap-1">
          {languages.map((language) => {
            const text = toDelete === undefined ? undefined : cells.saved(toDelete, language)
            if (text === undefined) return null
            return (
              <li key={language.id} className="flex gap-2">
                <span className="text-muted">{language.name}</span>
                <bdi className="min-w-0 truncate">{text}</bdi>
              </li>
            )
          })}
        </ul>
      </ConfirmDialog>
    </>
  )
}

const NO_PROBLEMS: { id: string; column: string; problem: string }[] = []

function toRows({ keys, saved }: Grid, languages: readonly GridLanguage[]): GridRow[] {
  return keys.map((id) => ({
    ...Object.fromEntries(languages.map((language) => [language.id, textOf(saved[language.id], id) ?? null])),
    id,
  })) as GridRow[]
}

/** The number of edited texts that have lost a variable. */
function countLosing(
  changed: ReadonlyMap<string, { after: Record<string, unknown> }>,
  languages: readonly GridLanguage[],
  cells: Cells,
): number {
  return Array.from(changed)
    .flatMap(([key, { after }]) =>
      languages.map((language) => ({ model: cells.model(key, language), text: after[language.id] })),
    )
    .filter(({ model, text }) => typeof text === 'string' && text !== '' && model !== undefined)
    .filter(({ model, text }) => lostPlaceholders(model ?? '', String(text)).length > 0).length
}

function HeadCell({ className, children }: { className: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the table above
    // biome-ignore lint/a11y/useFocusableInteractive: it heads its column and does nothing
    <div
      role="columnheader"
      className={`border-b border-line bg-raised px-2 py-1.5 text-start text-xs font-semibold text-muted ${className}`}
    >
      {children}
    </div>
  )
}

/** The cells of a row; they are rendered again only when one of them has changed. */
const RowCells = memo(function RowCells({
  namespace,
  row,
  languages,
  cells,
  changed,
  problems,
  set,
  onDelete,
}: {
  namespace: string
  row: GridRow
  languages: readonly GridLanguage[]
  cells: Cells
  /** The ids of the languages with unsaved texts. */
  changed: string
  problems: readonly { id: string; column: string; problem: string }[]
  set: (id: string, patch: Partial<GridRow>) => void
  onDelete: (key: string) => void
}) {
  const { t } = useTranslation('admin')
  const dirty = changed.split(',')
  const { canChange } = useRights()
  const isSaved = languages.some((language) => cells.saved(row.id, language) !== undefined)
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: see the table above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: it heads its row and does nothing */}
      <div
        role="rowheader"
        className="sticky start-0 z-[1] flex min-h-[60px] flex-col justify-center border-e border-line bg-card px-2 py-1"
      >
        <bdi className="name text-xs font-semibold break-all text-heading">{row.id}</bdi>
        <span className="flex">
          <HistoryButton entity="translations" id={`${namespace}:${row.id}`} name={row.id} />
          {canChange && isSaved && (
            <IconButton label={t('translations.delete', { key: row.id })} onClick={() => onDelete(row.id)}>
              <Trash2 aria-hidden="true" className="size-4" />
            </IconButton>
          )}
        </span>
      </div>
      {languages.map((language) => (
        <Cell
          key={language.id}
          name={row.id}
          language={language}
          cells={cells}
          value={row[language.id] ?? ''}
          dirty={dirty.includes(language.id)}
          problem={problemText(
            t,
            problems.find(({ id, column }) => id === row.id && column === language.id)?.problem,
          )}
          set={set}
        />
      ))}
    </>
  )
})

function Cell({
  name,
  language,
  cells,
  value,
  dirty,
  problem,
  set,
}: {
  name: string
  language: GridLanguage
  cells: Cells
  value: string
  dirty: boolean
  problem: string | undefined
  set: (id: string, patch: Partial<GridRow>) => void
}) {
  const { t } = useTranslation('admin')
  const fallbackText = cells.fallbackText(name, language)
  const isMissing = value === '' && cells.gap(name, language) === 'missing'
  const model = cells.model(name, language)
  const lost = value === '' || model === undefined ? [] : lostPlaceholders(model, value)
  const { canChange } = useRights()
  const note = cellMessage()
  const isNotNeeded = value === '' && !dirty && !cells.needed(name, language)
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the table above
    <div role="cell" className="flex min-h-[60px] flex-col p-1">
      {isNotNeeded ? (
        <span className="m-auto text-muted" title={t('translations.not-needed')}>
          –
        </span>
      ) : (
        <>
          <div dir={language.rtl ? 'rtl' : 'ltr'} className="relative flex grow">
            <textarea
              aria-label={t('translations.cell', { key: name, language: language.name })}
              lang={language.code}
              rows={1}
              readOnly={!canChange}
              value={value}
              placeholder={fallbackText}
              data-changed={dirty || undefined}
              data-missing={isMissing || undefined}
              aria-invalid={problem ? true : undefined}
              onChange={(event) => set(name, { [language.id]: event.target.value })}
              className="min-h-[52px] w-full resize-none rounded-md border border-muted/60 bg-ground px-2 py-1 text-sm text-heading [field-sizing:content] placeholder:text-muted aria-invalid:border-danger data-changed:border-warning data-changed:bg-warning/10 data-changed:pe-5 data-missing:border-dashed data-missing:border-warning"
            />
            {dirty && (
              <span
                title={t('translations.dirty')}
                className="pointer-events-none absolute end-1.5 top-1 font-semibold text-warning"
              >
                *
              </span>
            )}
          </div>
          {note && <span className={`px-1 text-xs ${problem ? 'text-danger' : 'text-warning'}`}>{note}</span>}
        </>
      )}
    </div>
  )

  function cellMessage(): string | undefined {
    if (problem) return problem
    if (lost.length > 0)
      return t('translations.lost', { variables: lost.map((it) => `{{${it}}}`).join(', ') })
    return isMissing ? t('translations.missing') : undefined
  }
}

function Deleted({ outcome }: { outcome: DeleteOutcome }) {
  const { t } = useTranslation('admin')
  switch (outcome.kind) {
    case 'deleted':
      return <PassingBanner>{t('translations.deleted')}</PassingBanner>
    case 'refused':
      return <Banner tone="error">{problemText(t, outcome.problem)}</Banner>
    case 'signed-out':
    case 'forbidden':
      return <NotAdmitted outcome={outcome} />
    case 'failed':
      return <Banner tone="error">{t('translations.delete-failed')}</Banner>
  }
}
