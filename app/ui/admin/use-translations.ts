import { useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import type { EditorConflict, EditorOutcome } from './use-editor.ts'

/** Texts by database column. */
export type Texts = Readonly<Record<string, string | null>>

/** A stored translation; only its text columns are read. */
export interface TranslationRow {
  language_id: string
  [column: string]: string | null
}

interface Draft {
  /** Whether nothing was stored when the language was first edited. */
  isNew: boolean
  /** What is stored while a text is unchanged; the stored texts, when the language was first edited. */
  before: Texts
  /** The fields when the language was first edited. */
  shown: Texts
  after: Texts
}

type Outcome = (EditorOutcome | { kind: 'no-language' }) & { at: number }

/**
 * The state of TranslationsPanel: the chosen language, the input for each language, and the result of the last save.
 */
export function useTranslations({
  owner,
  rows,
  columns,
  defaults,
  optional = [],
  action,
  preset,
}: {
  owner: string | null
  rows: readonly TranslationRow[]
  columns: readonly string[]
  /** The initial texts of a language without a translation. */
  defaults: Texts | ((language: string) => Texts)
  /** The columns whose default is never stored: without a text of their own they follow it. */
  optional?: readonly string[]
  action: string
  preset: string | undefined
}) {
  const [language, setLanguage] = useState(preset ?? '')
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Draft>>(new Map())
  const [outcome, setOutcome] = useState<Outcome>()
  const fetcher = useFetcher<EditorOutcome>()
  const sent = useRef<{ language: string; draft: Draft; texts: Texts }>(undefined)

  const pick = (texts: Texts): Texts =>
    Object.fromEntries(columns.map((column) => [column, texts[column] ?? null]))
  const stored = (id: string): Texts | null => {
    const row = rows.find(({ language_id }) => language_id === id)
    return row ? pick(row) : null
  }
  const defaultsOf = (id: string) => pick(typeof defaults === 'function' ? defaults(id) : defaults)
  const draftOf = (id: string): Draft => {
    const draft = drafts.get(id)
    if (draft) return draft
    const own = stored(id)
    const usual = defaultsOf(id)
    const each = (read: (column: string) => string | null | undefined): Texts =>
      Object.fromEntries(
        columns.map((column) => [column, read(column)?.trim() ? (read(column) ?? null) : null]),
      )
    const before = each((column) => (own ?? (optional.includes(column) ? {} : usual))[column])
    const shown = each(
      (column) => before[column] ?? (own && !optional.includes(column) ? null : usual[column]),
    )
    return { isNew: own === null, before, shown, after: shown }
  }
  const put = (id: string, draft: Draft | undefined) =>
    setDrafts((now) => {
      const next = new Map(now)
      if (draft) next.set(id, draft)
      else next.delete(id)
      return next
    })
  const isDirty = (id: string) => {
    const draft = drafts.get(id)
    return draft !== undefined && columns.some((column) => differs(draft, column))
  }

  useEffect(() => {
    if (fetcher.state !== 'idle' || !fetcher.data) return
    setOutcome({ ...fetcher.data, at: Date.now() })
    const saved = sent.current
    if (!saved) return
    if (fetcher.data.kind !== 'saved') return setLanguage(saved.language)
    setDrafts((now) => {
      const draft = now.get(saved.language)
      const next = new Map(now)
      next.delete(saved.language)
      // Input during the save is still unsaved.
      if (draft && !sameTexts(draft.after, saved.draft.after))
        next.set(saved.language, {
          isNew: false,
          before: saved.texts,
          shown: saved.draft.after,
          after: draft.after,
        })
      return next
    })
  }, [fetcher.state, fetcher.data])

  const draft = draftOf(language)

  const settle = (settled: readonly EditorConflict[], text: (conflict: EditorConflict) => Partial<Texts>) => {
    let { before, shown, after } = draft
    for (const conflict of settled) {
      if (conflict.theirs === undefined) continue
      const theirs = { [conflict.column]: conflict.theirs as string | null }
      before = { ...before, ...theirs }
      shown = { ...shown, ...theirs }
      after = { ...after, ...text(conflict) } as Texts
    }
    put(language, { ...draft, before, shown, after })
    setOutcome((now) => {
      if (now?.kind !== 'conflict') return now
      const left = now.conflicts.filter((it) => !settled.includes(it))
      return left.length > 0 ? { ...now, conflicts: left } : undefined
    })
  }

  return {
    language,
    select(id: string) {
      setLanguage(id)
      setOutcome(undefined)
    },
    /** The texts of the chosen language; empty before a choice. */
    shown: language ? draft.after : {},
    set(column: string, text: string) {
      put(language, { ...draft, after: { ...draft.after, [column]: text } })
    },
    save() {
      if (!language) return setOutcome({ kind: 'no-language', at: Date.now() })
      setOutcome(undefined)
      const { isNew, before, after } = draft
      const texts = Object.fromEntries(
        Object.entries(after).map(([column, text]) => [
          column,
          differs(draft, column) ? text : (before[column] ?? null),
        ]),
      )
      sent.current = { language, draft, texts }
      const known = isNew ? { before: null, defaults: before } : { before }
      const body = { owner, language, ...known, after: texts }
      fetcher.submit(JSON.stringify(body), { method: 'post', action, encType: 'application/json' })
    },
    keepMine: (conflicts: readonly EditorConflict[]) => settle(conflicts, () => ({})),
    takeTheirs: (conflicts: readonly EditorConflict[]) =>
      settle(conflicts, ({ column, theirs }) => ({ [column]: theirs as string | null })),
    outcome,
    saving: fetcher.state !== 'idle',
    isStored: (id: string) => stored(id) !== null,
    isDirty,
    isChanged: (column: string) => drafts.has(language) && differs(draft, column),
    /** For any language. */
    dirty: [...drafts.keys()].some(isDirty),
    problemOf: (column: string) =>
      outcome?.kind === 'invalid' ? outcome.problems.find((it) => it.column === column)?.problem : undefined,
  }
}

const differs = ({ shown, after }: Draft, column: string) => !same(after[column], shown[column])

const same = (a: string | null | undefined, b: string | null | undefined) => (a || null) === (b || null)

function sameTexts(a: Texts, b: Texts): boolean {
  return Object.keys(a).every((column) => same(a[column], b[column]))
}
