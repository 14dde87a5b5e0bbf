import { data } from 'react-router'
import { z } from 'zod'
import {
  type Changes,
  changesSchema,
  type FieldProblem,
  type Value,
  type Values,
  valuesSchema,
} from '#app/platform/edit/schema.ts'
import { isClean, isStorable } from '#app/platform/text/storable.ts'

/** Texts of a request that are not taken for their characters; actions give it back as their outcome. */
export class Unstorable extends Error {
  readonly outcome: { kind: 'invalid'; problems: FieldProblem[] } | { kind: 'refused'; problem: string }
  constructor(problems: FieldProblem[]) {
    super('a text cannot be stored')
    this.outcome =
      problems.length > 0 ? { kind: 'invalid', problems } : { kind: 'refused', problem: UNSTORABLE }
  }
}

const UNSTORABLE = 'problem.characters'

/**
 * A body of JSON as a schema wants it.
 * @throws a 400 response for anything else, and Unstorable for texts that no database can hold, and for control characters
 * in what is to be stored: what is there already may have them, so that it can be mended and removed
 */
export async function readJson<T>(request: Request, schema: z.ZodType<T>): Promise<T> {
  const body: unknown = await request.json().catch(() => undefined)
  const parsed = schema.safeParse(body)
  if (!parsed.success) throw data(null, { status: 400 })
  const { fields, others } = writtenBy(body)
  const problems = fields.flatMap(({ id, column, value }) =>
    every(value, isClean) ? [] : { id, column, problem: UNSTORABLE },
  )
  if (problems.length > 0 || !every(others, isClean) || !every(body, isStorable))
    throw new Unstorable(problems)
  return parsed.data
}

/** A form with its fields. @throws a 400 response for anything else */
export async function readForm(request: Request): Promise<FormData> {
  const form = await request.formData().catch(() => undefined)
  if (!form) throw data(null, { status: 400 })
  return form
}

/** Whether something holds of all texts of a body, its keys included. */
function every(body: unknown, holds: (text: string) => boolean): boolean {
  if (typeof body === 'string') return holds(body)
  if (typeof body !== 'object' || body === null) return true
  return Object.entries(body).every(([key, value]) => holds(key) && every(value, holds))
}

/** What lists, grids and panels of translations send of what was typed. */
const editedSchema = z.union([
  z.object({
    create: z.array(z.object({ id: z.string(), values: valuesSchema })).default([]),
    update: z.array(z.object({ id: z.string(), after: valuesSchema })),
  }),
  z.object({ language: z.string(), after: valuesSchema }),
])

/** What a request asks to store: the fields of an editor, or all there is but of what it asks to delete. */
function writtenBy(body: unknown): {
  fields: { id: string; column: string; value: Value }[]
  others: unknown
} {
  const ofRow = (id: string, values: Values) =>
    Object.entries(values).map(([column, value]) => ({ id, column, value }))
  const edited = editedSchema.safeParse(body).data
  if (!edited) return { fields: [], others: deletionSchema.safeParse(body).success ? null : body }
  if ('language' in edited) return { fields: ofRow(edited.language, edited.after), others: null }
  const created = edited.create.flatMap(({ id, values }) => ofRow(id, values))
  return { fields: [...created, ...edited.update.flatMap(({ id, after }) => ofRow(id, after))], others: null }
}

const deletionSchema = z.object({ intent: z.literal('delete') })

/** What an editor sends on Save Changes. */
export function readChanges(request: Request): Promise<Changes> {
  return readJson(request, changesSchema)
}

/**
 * The changes with their values as a schema reads them (trimmed, empty texts as null), and those that it refuses, one
 * for each field. New rows are read whole, changed rows in the columns that changed. The messages of the schema are keys
 * of the texts of the back office.
 */
export function checkChanges(
  changes: Changes,
  schema: z.ZodObject,
): { changes: Changes; problems: FieldProblem[] } {
  const partial = schema.partial()
  const problems: FieldProblem[] = []
  const read = (id: string, values: Values, by: z.ZodType<Record<string, unknown>>): Values => {
    const parsed = by.safeParse(values)
    if (parsed.success) return parsed.data as Values
    problems.push(...problemsOf(id, parsed.error))
    return values
  }
  return {
    changes: {
      create: changes.create.map(({ id, values }) => ({ id, values: read(id, values, schema) })),
      update: changes.update.map((change) => ({ ...change, after: read(change.id, change.after, partial) })),
      remove: changes.remove,
    },
    problems,
  }
}

function problemsOf(id: string, error: z.ZodError): FieldProblem[] {
  const first = new Map(error.issues.toReversed().map((issue) => [String(issue.path[0]), issue.message]))
  return [...first].map(([column, problem]) => ({ id, column, problem }))
}
