import { z } from 'zod'

/** The administrator who acts, or the site itself. Only the back office's middleware and nightly jobs create one. */
export interface Actor {
  id: string | null
  email: string
}

export type AuditAction = 'create' | 'update' | 'delete' | 'run'

/** A column's value as a form shows it and JSON carries it. */
const value = z.union([z.string(), z.number(), z.boolean(), z.null()])
export type Value = z.infer<typeof value>
export type Values = Record<string, Value>

export const valuesSchema = z.record(z.string().max(100), value)

/** More than an operator changes at once; a list of 2,000 leagues can be renumbered. */
const MAX_CHANGES = 20_000

/**
 * What an editor sends on Save Changes: new rows, rows to delete, and for changed rows only the edited columns, with
 * the values that the editor loaded. A row to be deleted without such values is deleted in any case.
 */
export const changesSchema = z.object({
  create: z.array(z.object({ id: z.uuid(), values: valuesSchema })).max(MAX_CHANGES),
  update: z.array(z.object({ id: z.uuid(), before: valuesSchema, after: valuesSchema })).max(MAX_CHANGES),
  remove: z.array(z.object({ id: z.uuid(), before: valuesSchema.optional() })).max(MAX_CHANGES),
})
export type Changes = z.infer<typeof changesSchema>

/** Somebody else has saved another value of a column since the editor loaded it. */
export interface Conflict {
  id: string
  label: string
  column: string
  /** For a row to be deleted: the value that the editor loaded. */
  mine: Value
  /** Set if the editor deletes the row. */
  removes?: true
  /** Undefined if the row no longer exists. */
  theirs?: Value
  /** The author of the other change, if the history has it. */
  by?: string
  at?: string
}

/** A value that cannot be saved; `problem` is a translation key of the back office, with a part of the value that it names after a space. */
export interface FieldProblem {
  id: string
  column: string
  problem: string
}

/** The result of Save Changes. Nothing is stored unless it is `saved`. */
export type SaveOutcome =
  | { kind: 'saved'; count: number }
  | { kind: 'conflict'; conflicts: Conflict[] }
  | { kind: 'invalid'; problems: FieldProblem[] }

/** One entry of the history. */
export interface AuditEntry {
  id: number
  at: string
  by: string
  entity: string
  entityId: string
  label: string
  action: AuditAction
  before: Values | null
  after: Values | null
}
