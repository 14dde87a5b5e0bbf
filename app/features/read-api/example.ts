import type { JsonSchema } from './description.ts'

/** Example values by the names of fields; other fields get one from their schema. */
const VALUES: Record<string, unknown> = {
  name: 'Serie A',
  slug: 'serie-a',
  code: 'IT',
  home: 'Inter',
  away: 'Milan',
  bookmaker: 'alpha',
  quoted: ['2.05', '1.86'],
  prices: [2.05, 1.86],
  net: [2.05, 1.86],
  opening: [2, 1.9],
  closing: null,
  average: [1.98, 1.85],
  outcomes: ['over', 'under'],
  outcome: 'over',
  status: ['open', 'open'],
  delay: null,
  line: 2.5,
  key: 'total',
  period: 'full_time',
  participant: null,
  sum: 1.0164,
  payout: 0.9839,
  next: null,
  logo_url: null,
  link: null,
  left_out: null,
  max_stake: null,
  email: 'reader@example.org',
  username: 'reader',
}

/**
 * An example of a schema.
 * @param components by the references of the description
 */
export function exampleOf(
  schema: JsonSchema,
  components: Readonly<Record<string, JsonSchema>>,
  name = '',
): unknown {
  const known = VALUES[name]
  if (known !== undefined && fits(known, schema, components)) return known
  const whole = resolve(schema, components)
  if (whole.anyOf) return exampleOf(whole.anyOf[0] as JsonSchema, components, name)
  if (whole.enum) return whole.enum[0]
  const type = Array.isArray(whole.type) ? whole.type[0] : whole.type
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(whole.properties ?? {}).map(([field, of]) => [
          field,
          exampleOf(of as JsonSchema, components, field),
        ]),
      )
    case 'array':
      return [exampleOf(whole.items as JsonSchema, components)]
    case 'boolean':
      return true
    case 'integer':
      return Math.max(12, whole.minimum ?? 0)
    case 'number':
      return 1.95
    default:
      return exampleText(whole)
  }
}

function exampleText({ format, examples }: JsonSchema): string {
  if (examples) return String(examples[0])
  if (format === 'uuid') return '5f0c3f3e-3a0e-4c8a-9a53-6f3b1c9d2e10'
  return format === 'date-time' ? '2026-03-01T19:45:00.000Z' : 'text'
}

function resolve(schema: JsonSchema, components: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const id = schema.$ref?.split('/').at(-1)
  return id === undefined ? schema : (components[id] ?? schema)
}

/** Whether a value has the type that a schema asks for. */
function fits(value: unknown, schema: JsonSchema, components: Readonly<Record<string, JsonSchema>>): boolean {
  const whole = resolve(schema, components)
  if (whole.anyOf) return whole.anyOf.some((one) => fits(value, one as JsonSchema, components))
  if (whole.enum) return whole.enum.some((one) => one === value)
  const types = [whole.type].flat()
  if (value === null) return types.includes('null')
  if (Array.isArray(value))
    return types.includes('array') && value.every((one) => fits(one, whole.items as JsonSchema, components))
  return types.includes(typeof value as 'string')
}
