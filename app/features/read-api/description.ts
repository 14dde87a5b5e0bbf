import { z } from 'zod'
import { ENDPOINTS, type Endpoint } from './endpoints.ts'
import { jsonOf } from './parameters.ts'
import { components, ERRORS, type ErrorCode } from './schemas.ts'

export type JsonSchema = z.core.JSONSchema.BaseSchema

export interface Parameter {
  name: string
  in: 'path' | 'query'
  required: boolean
  description?: string
  schema: JsonSchema
}

export interface Operation {
  operationId: string
  summary: string
  tags: [string]
  security?: Record<string, string[]>[]
  parameters: Parameter[]
  responses: Record<string, unknown>
}

export const BASE = '/api/v1'

/** The errors that an endpoint can answer with, by their codes. */
export function errorsOf({ isPersonal, params, query, errors }: Endpoint): ErrorCode[] {
  const hasParameters = Object.keys({ ...params.shape, ...query.shape }).length > 0
  return [
    ...(hasParameters ? (['bad-request'] as const) : []),
    ...(isPersonal ? (['no-token', 'invalid-token'] as const) : []),
    ...(['no-key', 'invalid-key', 'not-found'] as const),
    ...errors,
    ...(['too-many-requests', 'internal', 'unavailable'] as const),
  ]
}

/** The parameters of an endpoint, those of its path first. */
export function parametersOf({ params, query }: Endpoint): Parameter[] {
  const of = (where: Parameter['in'], { shape }: z.ZodObject) =>
    Object.entries(shape).map(([name, type]): Parameter => {
      const { description, ...schema } = jsonOf(type)
      const required = where === 'path' || !type.safeParse(undefined).success
      return { name, in: where, required, ...(description && { description }), schema }
    })
  return [...of('path', params), ...of('query', query)]
}

/** The description of the API as an OpenAPI document, version 3.1. */
export function describeApi({ origin, title }: { origin: string; title: string }) {
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: '1',
      description:
        'Prices are decimal odds, times are ISO 8601 in UTC. New fields can be added; fields are not removed or renamed.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: origin + BASE }],
    security: [{}, { key: [] }, { keyAsBearer: [] }],
    paths: Object.fromEntries(
      Object.entries(ENDPOINTS).map(([name, endpoint]) => [
        endpoint.path,
        { get: describeEndpoint(name, endpoint) },
      ]),
    ),
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
        keyAsBearer: { type: 'http', scheme: 'bearer', description: 'An API key' },
        token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The token of a user' },
      },
      headers: {
        ETag: {
          description: 'Of the body. A request with it in If-None-Match gets 304 while nothing changes',
          schema: { type: 'string' },
        },
        RateLimit: {
          description: 'Requests left, and seconds until the limit is reset',
          schema: { type: 'string' },
        },
        'RateLimit-Policy': { description: 'The limit of requests per minute', schema: { type: 'string' } },
        'Retry-After': { description: 'Seconds', schema: { type: 'integer' } },
      },
      schemas: componentSchemas(),
    },
  }
}

const headerRefs = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

function describeEndpoint(name: string, endpoint: Endpoint): Operation {
  const byStatus = Map.groupBy(errorsOf(endpoint), (code) => ERRORS[code].status)
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[1] ?? ''],
    ...(endpoint.isStream && { security: [{ key: [] }, { keyAsBearer: [] }] }),
    ...(endpoint.isPersonal && { security: [{ token: [] }, { token: [], key: [] }] }),
    parameters: parametersOf(endpoint),
    responses: {
      '200': {
        description: endpoint.summary,
        headers: headerRefs(...(endpoint.isStream ? [] : ['ETag']), 'RateLimit', 'RateLimit-Policy'),
        content: {
          [endpoint.isStream ? 'text/event-stream' : 'application/json']: { schema: answerSchema(endpoint) },
        },
      },
      ...(!endpoint.isStream && {
        '304': { description: 'The client has the answer', headers: headerRefs('ETag') },
      }),
      ...Object.fromEntries(
        [...byStatus].map(([status, codes]) => [
          String(status),
          {
            description: codes.map((code) => `${code}: ${ERRORS[code].message}`).join('; '),
            ...(status === 429 && { headers: headerRefs('Retry-After') }),
            content: { 'application/problem+json': { schema: { $ref: refOf('Problem') } } },
          },
        ]),
      ),
    },
  }
}

const refOf = (id: string) => `#/components/schemas/${id}`

/** Formats say the same as their long patterns. */
const override = ({ jsonSchema }: { jsonSchema: JsonSchema }) => {
  if (jsonSchema.format) delete jsonSchema.pattern
}

function componentSchemas(): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(components, { io: 'input', uri: refOf, override })
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _, $id: __, id: ___, ...schema }]) => [id, schema]),
  )
}

/** The schema of an answer: a component, or a list of components. */
export function answerSchema({ answer }: Endpoint): JsonSchema {
  const known = components.get(answer)
  if (known) return { $ref: refOf(known.id) }
  const shape = answer instanceof z.ZodObject ? answer.shape : {}
  const item = shape.data instanceof z.ZodArray ? components.get(shape.data.element as z.ZodType) : undefined
  if (!item) throw new Error('an answer is a component, or a page of components')
  const { $schema: _, ...page } = z.toJSONSchema(z.object({ next: shape.next as z.ZodType }), { io: 'input' })
  return {
    ...page,
    properties: { data: { type: 'array', items: { $ref: refOf(item.id) } }, ...page.properties },
    required: ['data', 'next'],
  }
}
