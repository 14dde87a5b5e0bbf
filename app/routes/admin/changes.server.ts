import { data } from 'react-router'
import type { z } from 'zod'
import { type Changes, changesSchema, type FieldProblem, type Values } from '#app/features/audit/schema.ts'

/** A body of JSON as a schema wants it. @throws a 400 response for anything else */
export async function readJson<T>(request: Request, schema: z.ZodType<T>): Promise<T> {
  const body: unknown = await request.json().catch(() => undefined)
  const parsed = schema.safeParse(body)
  if (!parsed.success) throw data(null, { status: 400 })
  return parsed.data
}

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
