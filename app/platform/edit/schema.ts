import { z } from 'zod'

/** The administrator who acts, or the site itself; only the back office's guard and the nightly jobs make one. */
export interface Actor {
  id: string | null
  email: string
}

export type AuditAction = 'create' | 'update' | 'delete' | 'run'

/** A value of a column as a form shows it and as JSON carries it. */
const value = z.union([z.string(), z.number(), z.boolean(), z.null()])
export type Value = z.infer<typeof value>
export type Values = Record<string, Value>

export const valuesSchema = z.record(z.string().max(100), value)

/** More than an operator changes at once; a list of 2,000 leagues can be numbered anew. */
const MOST_CHANGES = 20_000

/**
 * What an editor sends on Save Changes: new rows, rows to remove, and of changed rows only the columns that were edited,
 * with the values that the editor had shown before. What is removed without them is removed whatever it says now.
 */
export const changesSchema = z.object({
  create: z.array(z.object({ id: z.uuid(), values: valuesSchema })).max(MOST_CHANGES),
  update: z.array(z.object({ id: z.uuid(), before: valuesSchema, after: valuesSchema })).max(MOST_CHANGES),
  remove: z.array(z.object({ id: z.uuid(), before: valuesSchema.optional() })).max(MOST_CHANGES),
})
export type Changes = z.infer<typeof changesSchema>

/** Somebody else saved another value of a column between this editor's reading and its saving. */
export interface Conflict {
  id: string
  label: string
  column: string
  /** Of a row to be removed, what the editor had shown. */
  mine: Value
  /** That the row was to be removed. */
  removes?: true
  /** Undefined where the row is gone. */
  theirs?: Value
  /** Who saved it, where the trail tells. */
  by?: string
  at?: string
}

/** A value that cannot be saved; `problem` is a key of the texts of the back office. */
export interface FieldProblem {
  id: string
  column: string
  problem: string
}

/** What became of a Save Changes. Nothing is stored unless it is `saved`. */
export type SaveOutcome =
  | { kind: 'saved'; count: number }
  | { kind: 'conflict'; conflicts: Conflict[] }
  | { kind: 'invalid'; problems: FieldProblem[] }

/** One line of the trail. */
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
