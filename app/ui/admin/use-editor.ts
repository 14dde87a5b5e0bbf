import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useFetcher, useRevalidator } from 'react-router'

type Value = string | number | boolean | null
type Values = Record<string, Value>

/** Another user's value that conflicts with an edit; `theirs` is undefined if the row no longer exists. */
export interface EditorConflict {
  id: string
  label: string
  column: string
  mine: Value
  removes?: true
  theirs?: Value
  by?: string
  at?: string
}

/** The server's response to a save. */
export type EditorOutcome =
  | { kind: 'saved'; count: number }
  | { kind: 'conflict'; conflicts: EditorConflict[] }
  | { kind: 'invalid'; problems: { id: string; column: string; problem: string }[] }
  | { kind: 'refused'; problem: string }
  | { kind: 'signed-out' | 'forbidden' }
  | { kind: 'failed'; message: string | null }

export interface Edits {
  /** By row: the edited columns, and their values before the first edit. */
  changed: ReadonlyMap<string, { before: Values; after: Values }>
  created: readonly (Values & { id: string })[]
  /** By row: the values that the page showed. */
  removed: ReadonlyMap<string, Values>
}

const NONE: Edits = { changed: new Map(), created: [], removed: new Map() }

export type Editor<Row extends { id: string }> = ReturnType<typeof useEditor<Row>>

/**
 * Edits of a list that stay in the page until Save Changes stores all of them at once. Edits during a save stay, and so
 * do edits that cannot be saved.
 * @param loaded the stored rows; columns by their database names
 * @param action the URL to save to, if not the screen's own
 */
export function useEditor<Row extends { id: string }>(loaded: readonly Row[], action?: string) {
  const [edits, setEdits] = useState<Edits>(NONE)
  const fetcher = useFetcher<EditorOutcome>()
  const { revalidate } = useRevalidator()
  const sent = useRef<Edits>(NONE)
  const [outcome, setOutcome] = useState<EditorOutcome & { at: number }>()
  const byId = useMemo(() => new Map(loaded.map((row) => [row.id, row])), [loaded])

  useEffect(() => {
    if (fetcher.state !== 'idle' || !fetcher.data) return
    setOutcome({ ...fetcher.data, at: Date.now() })
    const { kind } = fetcher.data
    if (kind === 'saved') setEdits((now) => withoutSaved(now, sent.current))
    // After a failure or a conflict a new row can be stored.
    else if (kind !== 'failed' && kind !== 'conflict')
      setEdits((now) => withoutNeverStored(now, sent.current))
    if (fetcher.data.kind !== 'conflict') return
    const { conflicts } = fetcher.data
    if (sent.current.created.some(({ id }) => conflicts.some((it) => it.id === id)))
      setEdits((now) => withCreated(now, conflicts))
    // The other user may also have changed other rows, which are outdated here.
    revalidate()
  }, [fetcher.state, fetcher.data, revalidate])

  const rows = useMemo(() => editedRows(loaded, edits), [loaded, edits])

  const setAll = useCallback(
    (patches: Iterable<readonly [string, Partial<Row>]>) => {
      const all = [...patches]
      setEdits((now) => {
        let next = now
        for (const [id, patch] of all) next = withPatch(next, byId.get(id), id, patch as Values)
        return next
      })
      const edited = new Map(all)
      setOutcome((now) => withoutProblems(now, (it) => it.column in (edited.get(it.id) ?? {})))
    },
    [byId],
  )
  const set = useCallback((id: string, patch: Partial<Row>) => setAll([[id, patch]]), [setAll])
  const add = useCallback(
    (row: Row) =>
      setEdits((now) => ({ ...now, created: [...now.created, row as unknown as Values & { id: string }] })),
    [],
  )
  const isSaving = fetcher.state !== 'idle'
  const remove = useCallback(
    (id: string) => {
      setEdits((now) => withRemoved(now, id, byId.get(id), isSaving ? sent.current : NONE))
      setOutcome((now) => withoutProblems(now, (it) => it.id === id))
    },
    [byId, isSaving],
  )
  const discard = useCallback(() => {
    setEdits(NONE)
    setOutcome(undefined)
  }, [])

  const save = () => {
    sent.current = edits
    fetcher.submit(JSON.stringify(payloadOf(edits)), {
      method: 'post',
      encType: 'application/json',
      ...(action ? { action } : {}),
    })
  }

  /** Keeps the user's values; those of the other user count as seen. */
  const keepMine = (conflicts: readonly EditorConflict[]) => {
    setEdits((now) => {
      const changed = new Map(now.changed)
      const removed = new Map(now.removed)
      for (const { id, column, theirs } of conflicts) {
        const shown = removed.get(id)
        if (shown && theirs !== undefined) removed.set(id, { ...shown, [column]: theirs })
        const change = changed.get(id)
        if (!change || theirs === undefined) continue
        changed.set(id, { ...change, before: { ...change.before, [column]: theirs } })
      }
      return { ...now, changed, removed }
    })
    settle(conflicts)
  }
  /** Takes the other user's values; the user's edits are dropped. */
  const takeTheirs = (conflicts: readonly EditorConflict[]) => {
    setEdits((now) => {
      const changed = new Map(now.changed)
      const removed = new Map(now.removed)
      for (const { id, column } of conflicts) {
        removed.delete(id)
        const change = changed.get(id)
        if (change) put(changed, id, drop(change, column))
      }
      return { ...now, changed, removed }
    })
    settle(conflicts)
    // Read the rows again, because others may have changed or deleted some.
    revalidate()
  }
  const settle = (settled: readonly EditorConflict[]) =>
    setOutcome((now) => {
      if (now?.kind !== 'conflict') return now
      const left = now.conflicts.filter((it) => !settled.includes(it))
      return left.length > 0 ? { ...now, conflicts: left } : undefined
    })

  return {
    rows,
    set,
    setAll,
    add,
    remove,
    discard,
    save,
    keepMine,
    takeTheirs,
    /** Undefined before the first response, and after it is dismissed. */
    outcome,
    saving: isSaving,
    /** By row, the differences to the stored values. */
    changed: edits.changed,
    /** The number of unsaved rows. */
    count: edits.changed.size + edits.created.length + edits.removed.size,
    isNew: (id: string) => edits.created.some((row) => row.id === id),
    isChanged: (id: string, column?: keyof Row & string) => {
      const change = edits.changed.get(id)
      return column === undefined ? change !== undefined : change !== undefined && column in change.after
    },
    /** The translation key of a field's problem, after a rejected save. */
    problemOf: (id: string, column: keyof Row & string) => {
      const isHere = (it: { id: string; column: string }) => it.id === id && it.column === column
      if (outcome?.kind === 'invalid') return outcome.problems.find(isHere)?.problem
      return outcome?.kind === 'conflict' && outcome.conflicts.some(isHere) ? 'problem.conflict' : undefined
    },
  }
}

/** The rows with their edits. A new row may already be stored; until the page knows that, the input counts. */
export function editedRows<Row extends { id: string }>(loaded: readonly Row[], edits: Edits): Row[] {
  const created = new Map(edits.created.map((row) => [row.id, row]))
  const stored = new Set(loaded.map(({ id }) => id))
  return [
    ...loaded
      .filter(({ id }) => !edits.removed.has(id))
      .map((row) => {
        const edited = created.get(row.id) ?? edits.changed.get(row.id)?.after
        return edited ? { ...row, ...edited } : row
      }),
    ...(edits.created.filter(({ id }) => !stored.has(id)) as unknown as Row[]),
  ]
}

/** The message for several problems: missing values come first. */
export function foremost(problems: readonly { problem: string }[]): string | undefined {
  return (problems.find(({ problem }) => problem === 'problem.required') ?? problems[0])?.problem
}

/** Removes the problem of a field that was edited after a rejected save; the next save checks it. */
function withoutProblems<Outcome extends EditorOutcome>(
  outcome: Outcome | undefined,
  isSettled: (problem: { id: string; column: string }) => boolean,
): Outcome | undefined {
  if (outcome?.kind !== 'invalid' || !outcome.problems.some(isSettled)) return outcome
  const problems = outcome.problems.filter((it) => !isSettled(it))
  return problems.length > 0 ? { ...outcome, problems } : undefined
}

function payloadOf(edits: Edits) {
  return {
    create: edits.created.map(({ id, ...values }) => ({ id, values })),
    update: [...edits.changed].map(([id, change]) => ({ id, ...change })),
    remove: [...edits.removed].map(([id, before]) => ({ id, before })),
  }
}

const same = (a: Value | undefined, b: Value | undefined) =>
  (a === '' ? null : (a ?? null)) === (b === '' ? null : (b ?? null))

function withPatch(now: Edits, stored: { id: string } | undefined, id: string, patch: Values): Edits {
  const created = now.created.findIndex((row) => row.id === id)
  if (created >= 0) {
    return { ...now, created: now.created.map((row, at) => (at === created ? { ...row, ...patch } : row)) }
  }
  if (!stored) return now
  const values = stored as unknown as Values
  let change = now.changed.get(id) ?? { before: {}, after: {} }
  for (const [column, value] of Object.entries(patch)) {
    const before = column in change.before ? change.before[column] : values[column]
    change = same(value, before)
      ? drop(change, column)
      : {
          before: { ...change.before, [column]: before ?? null },
          after: { ...change.after, [column]: value },
        }
  }
  const changed = new Map(now.changed)
  put(changed, id, change)
  return { ...now, changed }
}

function drop(change: { before: Values; after: Values }, column: string) {
  const { [column]: _before, ...before } = change.before
  const { [column]: _after, ...after } = change.after
  return { before, after }
}

function put(
  changed: Map<string, { before: Values; after: Values }>,
  id: string,
  change: { before: Values; after: Values },
) {
  if (Object.keys(change.after).length === 0) changed.delete(id)
  else changed.set(id, change)
}

/** The values of a row that a save can contain. */
function scalarsOf(row: object | undefined): Values {
  const isScalar = (value: unknown) =>
    value === null || ['string', 'number', 'boolean'].includes(typeof value)
  return Object.fromEntries(Object.entries(row ?? {}).filter(([, value]) => isScalar(value)))
}

/**
 * A new row that is already stored, because the response to an earlier save was lost: the differences become a change
 * of the row.
 */
function withCreated(now: Edits, conflicts: readonly EditorConflict[]): Edits {
  const changed = new Map(now.changed)
  for (const { id, column, mine } of conflicts) {
    if (!now.created.some((row) => row.id === id)) continue
    const change = changed.get(id) ?? { before: {}, after: {} }
    changed.set(id, { before: change.before, after: { ...change.after, [column]: mine } })
  }
  const created = now.created.filter((row) => !conflicts.some(({ id }) => id === row.id))
  return { ...now, changed, created }
}

/**
 * The edits once a row is removed.
 * @param stored the row as the page has loaded it; undefined for a new row
 * @param saving the edits that are being saved: a new row among them must be deleted by the next save
 */
export function withRemoved(
  now: Edits,
  id: string,
  stored: { id: string } | undefined,
  saving: Edits,
): Edits {
  const created = now.created.filter((row) => row.id !== id)
  const sent = saving.created.find((row) => row.id === id)
  if (created.length < now.created.length && !sent) return { ...now, created }
  const changed = new Map(now.changed)
  changed.delete(id)
  const shown = sent ? scalarsOf(sent) : { ...scalarsOf(stored), ...now.changed.get(id)?.before }
  return { changed, created, removed: new Map([...now.removed, [id, shown]]) }
}

/** The edits after a save that stored nothing: a new row that was removed meanwhile needs no deletion. */
export function withoutNeverStored(now: Edits, sent: Edits): Edits {
  const isNew = (id: string) => sent.created.some((row) => row.id === id)
  if (![...now.removed.keys()].some(isNew)) return now
  return { ...now, removed: new Map([...now.removed].filter(([id]) => !isNew(id))) }
}

/** The edits that remain once `saved` is stored: those made meanwhile. */
export function withoutSaved(now: Edits, saved: Edits): Edits {
  const changed = new Map<string, { before: Values; after: Values }>()
  for (const [id, change] of now.changed) {
    const stored = saved.changed.get(id)?.after ?? {}
    let rest = change
    for (const [column, value] of Object.entries(stored)) {
      rest = same(change.after[column], value)
        ? drop(rest, column)
        : { ...rest, before: { ...rest.before, [column]: value } }
    }
    put(changed, id, rest)
  }
  // A row that was created and edited meanwhile: the later edits are changes of the stored row.
  for (const row of now.created) {
    const stored = saved.created.find(({ id }) => id === row.id)
    if (!stored || stored === row) continue
    const columns = Object.keys(row).filter((column) => column !== 'id' && !same(row[column], stored[column]))
    put(changed, row.id, {
      before: Object.fromEntries(columns.map((column) => [column, stored[column] ?? null])),
      after: Object.fromEntries(columns.map((column) => [column, row[column] ?? null])),
    })
  }
  return {
    changed,
    created: now.created.filter((row) => !saved.created.some(({ id }) => id === row.id)),
    // A row that was changed by the save and removed meanwhile holds the saved values now.
    removed: new Map(
      [...now.removed]
        .filter(([id]) => !saved.removed.has(id))
        .map(([id, shown]) => [id, { ...shown, ...saved.changed.get(id)?.after }]),
    ),
  }
}
