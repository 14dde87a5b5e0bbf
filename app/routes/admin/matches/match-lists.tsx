import { useCallback, useEffect, useMemo, useState } from 'react'
import type { EditorMatch, MatchLists as Lists, MatchPage } from '#app/features/matches/editor-schema.ts'
import { columnText } from '#app/platform/edit/column-text.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatCount } from '#app/platform/numbers.ts'
import { SaveBar } from '#app/ui/admin/save-bar.tsx'
import { type Editor, useEditor } from '#app/ui/admin/use-editor.ts'
import { Banner } from '#app/ui/banner.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { EDITED_COLUMNS, type EditedMatch } from './edited-match.ts'
import { MatchCard } from './match-card.tsx'
import { PageLinks } from './page-links.tsx'

/** Upcoming and past matches with one editor for both. */
export function MatchLists({
  lists,
  view,
  selected,
  select,
  clear,
}: {
  lists: Lists
  /** The address of the current list. */
  view: string
  selected: ReadonlySet<string>
  select: (ids: readonly string[], on: boolean) => void
  clear: () => void
}) {
  const { t, i18n } = useTranslation('admin')
  const { upcoming, past, skipped } = lists
  const stored = useMemo(() => [...upcoming.matches, ...past.matches], [upcoming.matches, past.matches])
  const editor = useEditor<EditedMatch>(stored)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const toggle = useCallback(
    (id: string) =>
      setOpen((now) => new Set(now.has(id) ? [...now].filter((it) => it !== id) : [...now, id])),
    [],
  )
  const { outcome, discard } = editor
  // Before another page is loaded, the user was asked about edits.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is the occasion
  useEffect(discard, [view, discard])
  useEffect(() => {
    // Matches with errors are opened.
    if (outcome?.kind === 'invalid')
      setOpen((now) => new Set([...now, ...outcome.problems.map(({ id }) => id)]))
  }, [outcome])
  const shared = { editor, open, toggle, selected, select }
  return (
    <>
      {skipped > 0 && <Banner tone="notice">{t('matches.skipped', { count: skipped })}</Banner>}
      <BulkBar selected={selected} clear={clear} hasEdits={editor.count > 0} />
      <MatchList
        title={t('matches.upcoming', { n: countText(upcoming, i18n.language) })}
        list={upcoming}
        parameter="upcoming"
        {...shared}
      />
      <MatchList
        title={t('matches.past', { n: countText(past, i18n.language) })}
        list={past}
        parameter="past"
        {...shared}
      />
      <SaveBar
        editor={editor}
        texts={{
          saved: t('matches.saved'),
          failed: () => t('save.failed'),
          column: (column) => columnText(t, column),
        }}
      />
    </>
  )
}

/** `10,000+` if not all are counted. */
function countText({ count, isMore }: MatchPage, language: string): string {
  return `${formatCount(count, language)}${isMore ? '+' : ''}`
}

function MatchList({
  title,
  list,
  parameter,
  editor,
  open,
  toggle,
  selected,
  select,
}: {
  title: string
  list: MatchPage
  /** Of the address, for the page of this list. */
  parameter: 'upcoming' | 'past'
  editor: Editor<EditedMatch>
  open: ReadonlySet<string>
  toggle: (id: string) => void
  selected: ReadonlySet<string>
  select: (ids: readonly string[], on: boolean) => void
}) {
  const { t } = useTranslation('admin')
  const edited = new Map(editor.rows.map((row) => [row.id, row]))
  // Without those that are to be deleted.
  const kept = list.matches.filter(({ id }) => edited.has(id))
  const ids = kept.map(({ id }) => id)
  const isAllSelected = ids.length > 0 && ids.every((id) => selected.has(id))
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <div className="flex min-h-11 flex-wrap items-center gap-x-4">
        <h2 className="grow text-base font-semibold text-heading">{title}</h2>
        {ids.length > 0 && (
          <label className="inline-flex min-h-11 items-center gap-2 text-sm">
            <input
              type="checkbox"
              className="size-4 accent-(--accent-text)"
              checked={isAllSelected}
              onChange={() => select(ids, !isAllSelected)}
            />
            {t('matches.select-all')}
          </label>
        )}
      </div>
      {ids.length > 0 && (
        <ul className="flex flex-col gap-1.5">
          {kept.map((match) => (
            <li key={match.id}>
              <MatchCard
                match={edited.get(match.id) ?? match}
                stored={match}
                changed={changedColumns(editor, match)}
                problems={problemsOf(editor, match)}
                isOpen={open.has(match.id)}
                toggle={toggle}
                isSelected={selected.has(match.id)}
                select={select}
                set={editor.set}
                remove={editor.remove}
              />
            </li>
          ))}
        </ul>
      )}
      <PageLinks list={list} parameter={parameter} label={title} />
    </section>
  )
}

/** As text, so that a card with the same row is not rendered again. */
function changedColumns(editor: Editor<EditedMatch>, { id }: EditorMatch): string {
  return EDITED_COLUMNS.filter((column) => editor.isChanged(id, column)).join(' ')
}

function problemsOf({ outcome }: Editor<EditedMatch>, { id }: EditorMatch) {
  if (outcome?.kind !== 'invalid') return undefined
  const problems = outcome.problems.filter((problem) => problem.id === id)
  return problems.length > 0 ? problems : undefined
}
