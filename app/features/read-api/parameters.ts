import { z } from 'zod'

type ParametersOutcome<Values> = { ok: true; values: Values } | { ok: false; message: string }

/**
 * The parameters of a query by their schemas. Unknown parameters are ignored; of a repeated one the first counts.
 * @returns a message that names the first invalid parameter and what it must be
 */
export function readParameters<Schema extends z.ZodObject>(
  schema: Schema,
  query: URLSearchParams,
): ParametersOutcome<z.output<Schema>> {
  const given = Object.entries(schema.shape).flatMap(([name, type]) => {
    const text = query.get(name)
    return text === null ? [] : [[name, isInteger(type) ? readInteger(text) : text] as const]
  })
  const read = schema.safeParse(Object.fromEntries(given))
  if (read.success) return { ok: true, values: read.data }
  const name = String(read.error.issues[0]?.path[0] ?? '')
  return { ok: false, message: `${name}: ${describe(schema, name)}` }
}

function isInteger(type: z.core.$ZodType): boolean {
  return jsonOf(type).type === 'integer'
}

/** A plain decimal number of up to nine digits; the text itself otherwise, which no schema of a number accepts. */
function readInteger(text: string): number | string {
  return /^\d{1,9}$/.test(text) ? Number(text) : text
}

const described = new WeakMap<z.core.$ZodType, z.core.JSONSchema.BaseSchema>()

/** The JSON schema of a parameter. */
export function jsonOf(type: z.core.$ZodType): z.core.JSONSchema.BaseSchema {
  const known = described.get(type)
  if (known) return known
  const { $schema: _, ...made } = z.toJSONSchema(type, { io: 'input' })
  described.set(type, made)
  return made
}

/** What a parameter must be, from its schema. */
function describe(schema: z.ZodObject, name: string): string {
  const type = schema.shape[name]
  if (!type) return 'not understood'
  const { description = '', enum: values, minimum, maximum, minLength, maxLength, examples } = jsonOf(type)
  const parts = [
    description,
    values ? `one of ${values.join(', ')}` : '',
    minimum !== undefined ? `a whole number from ${minimum} to ${maximum}` : '',
    minLength !== undefined && maxLength !== undefined ? `${minLength} to ${maxLength} characters` : '',
    examples ? `such as ${examples.join(', ')}` : '',
  ]
  return parts.filter(Boolean).join('; ')
}
