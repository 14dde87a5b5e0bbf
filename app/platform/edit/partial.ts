import type { z } from 'zod'

const partials = new WeakMap<z.ZodObject, z.ZodObject>()

/** The schema of a change of some columns of a row: one for each schema, because zod compiles each when it is first used. */
export function partialOf(schema: z.ZodObject): z.ZodObject {
  const partial = partials.get(schema) ?? schema.partial()
  partials.set(schema, partial)
  return partial
}
