import { data } from 'react-router'
import { z } from 'zod'
import { partialOf } from '#app/platform/edit/partial.ts'
import {
  type Changes,
  changesSchema,
  type FieldProblem,
  type Value,
  type Values,
  valuesSchema,
} from '#app/platform/edit/schema.ts'
import { isClean, isStorable } from '#app/platform/text/storable.ts'

/** Texts of a request that are refused because of their characters; actions return it as their outcome. */
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
 * A JSON body, parsed by a schema.
 * @throws a 400 response for anything else, and Unstorable for texts that no database can store, and for control
 * characters in values to be stored: existing values may have them, so that they can be corrected and removed
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

/**
 * A form with its fields.
 * @throws a 400 response for anything else, and Unstorable for texts and names of files that no database can store
 */
export async function readForm(request: Request): Promise<FormData> {
  const form = await request.formData().catch(() => undefined)
  if (!form) throw data(null, { status: 400 })
  const texts = [...form].map(([name, value]) => [name, value instanceof File ? value.name : value])
  if (!every(texts, isStorable)) throw new Unstorable([])
  return form
}

/** Whether a condition holds for all texts of a body, including its keys. */
function every(body: unknown, holds: (text: string) => boolean): boolean {
  if (typeof body === 'string') return holds(body)
  if (typeof body !== 'object' || body === null) return true
  return Object.entries(body).every(([key, value]) => holds(key) && every(value, holds))
}

/** The typed values that lists, grids and panels of translations send. */
const editedSchema = z.union([
  z.object({
    create: z.array(z.object({ id: z.string(), values: valuesSchema })).default([]),
    update: z.array(z.object({ id: z.string(), after: valuesSchema })),
  }),
  z.object({ language: z.string(), after: valuesSchema }),
])

/** The values that a request stores: the fields of an editor, or everything except what it deletes. */
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

/** The data that an editor sends on Save Changes. */
export function readChanges(request: Request): Promise<Changes> {
  return readJson(request, changesSchema)
}

/**
 * The changes with their values parsed by a schema (trimmed, empty texts as null), and the refused ones, one for each
 * field. New rows are validated completely, changed rows in the changed columns. The messages of the schema are keys of
 * the texts of the back office.
 * @param newSchema of new rows, if it is another one
 */
export function checkChanges(
  changes: Changes,
  schema: z.ZodObject,
  newSchema = schema,
): { changes: Changes; problems: FieldProblem[] } {
  const partial = partialOf(schema)
  const problems: FieldProblem[] = []
  const read = (id: string, values: Values, by: z.ZodType<Record<string, unknown>>): Values => {
    const parsed = by.safeParse(values)
    if (parsed.success) return parsed.data as Values
    problems.push(...problemsOf(id, parsed.error))
    return values
  }
  return {
    changes: {
      create: changes.create.map(({ id, values }) => ({ id, values: read(id, values, newSchema) })),
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
