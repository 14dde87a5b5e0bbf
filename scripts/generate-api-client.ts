/**
 * Writes client/types.ts from the description of the read API; with `--check`, fails if the file differs. The generators
 * that exist need the interface of an earlier TypeScript compiler (docs/decisions/0045-changes-in-one-order.md).
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import {
  answerSchema,
  describeApi,
  type JsonSchema,
  parametersOf,
} from '#app/features/read-api/description.ts'
import { ENDPOINTS } from '#app/features/read-api/endpoints.ts'

const root = path.resolve(import.meta.dirname, '..')
const file = path.join(root, 'client/types.ts')

/** The TypeScript type of a JSON schema. */
export function typeOf(schema: JsonSchema): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? 'unknown'
  if (schema.anyOf) return union(schema.anyOf.map((it) => typeOf(it as JsonSchema)))
  if (schema.enum) return union(schema.enum.map((it) => JSON.stringify(it)))
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => typeOf({ ...schema, type })))
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type
    case 'integer':
    case 'number':
      return 'number'
    case 'array':
      return `(${typeOf((schema.items ?? {}) as JsonSchema)})[]`
    case 'object':
      return fieldsOf(schema)
    default:
      throw new Error(`no type for ${JSON.stringify(schema)}`)
  }
}

const union = (types: readonly string[]) => [...new Set(types)].join(' | ')

function fieldsOf({ properties = {}, required = [] }: JsonSchema): string {
  const fields = Object.entries(properties).map(([name, field]) => {
    const schema = field as JsonSchema
    return `${comment(schema.description)}${name}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`
  })
  return `{\n${fields.join('\n')}\n}`
}

const comment = (text: string | undefined) => (text ? `/** ${text} */\n` : '')

function render(): string {
  const { components } = describeApi({ origin: '', title: '' })
  const types = Object.entries(components.schemas).map(
    ([name, schema]) => `${comment(schema.description)}export type ${name} = ${typeOf(schema)}`,
  )
  const operations = Object.entries(ENDPOINTS).map(([name, endpoint]) => {
    const parameters = parametersOf(endpoint).map(({ name: parameter, required, schema, description }) => {
      return `${comment(description)}${parameter}${required ? '' : '?'}: ${typeOf(schema)}`
    })
    const asked = parameters.length > 0 ? `{\n${parameters.join('\n')}\n}` : 'Record<string, never>'
    return `${comment(endpoint.summary)}${name}: { parameters: ${asked}; answer: ${typeOf(answerSchema(endpoint))} }`
  })
  const paths = Object.entries(ENDPOINTS).map(
    ([name, endpoint]) => `${name}: ${JSON.stringify(endpoint.path)},`,
  )
  return `// Generated from the description of the read API: npm run api:client

${types.join('\n\n')}

/** Every address of the API, by the name of its operation. */
export interface Operations {
${operations.join('\n')}
}

/** The addresses after /api/v1. */
export const PATHS: Readonly<Record<keyof Operations, string>> = {
${paths.join('\n')}
}
`
}

function format(text: string): string {
  const biome = path.join(root, 'node_modules/.bin/biome')
  return execFileSync(biome, ['format', '--stdin-file-path=client/types.ts'], {
    input: text,
    encoding: 'utf8',
  })
}

if (import.meta.main) {
  const text = format(render())
  if (!process.argv.includes('--check')) writeFileSync(file, text)
  else if (readFileSync(file, 'utf8') !== text) {
    console.error('client/types.ts does not match the API. Update it: npm run api:client')
    process.exitCode = 1
  }
}
