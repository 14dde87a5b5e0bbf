import { readAccessSettings } from '#app/features/read-api/access.server.ts'
import {
  answerSchema,
  BASE,
  describeApi,
  errorsOf,
  type JsonSchema,
  parametersOf,
} from '#app/features/read-api/description.ts'
import { ENDPOINTS } from '#app/features/read-api/endpoints.ts'
import { exampleOf } from '#app/features/read-api/example.ts'
import { readExampleIds, withExampleIds } from '#app/features/read-api/example-ids.server.ts'
import { ERROR_CODES, ERRORS } from '#app/features/read-api/schemas.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatCount } from '#app/platform/numbers.ts'
import { readOrigin } from '../base/origin.server.ts'
import { definePage, type PageRequest } from '../base/page.ts'
import { getStandaloneHead } from '../base/standalone-head.server.ts'
import { Crumbs } from '../parts/crumbs.tsx'
import { Part } from '../parts/part.tsx'

type Data = Awaited<ReturnType<typeof load>>

async function load({ services, lang, url }: PageRequest) {
  const [origin, access, head, ids] = await Promise.all([
    readOrigin(services, url),
    readAccessSettings(services),
    getStandaloneHead(services, { language: lang, url, page: 'api' }),
    readExampleIds(services),
  ])
  const { components } = describeApi({ origin, title: '' })
  const { schemas } = components
  return {
    origin,
    access,
    head,
    schemas: Object.entries(schemas),
    endpoints: Object.entries(ENDPOINTS).map(([name, endpoint]) => ({
      name,
      path: BASE + endpoint.path,
      summary: endpoint.summary,
      example: origin + BASE + withExampleIds(endpoint.path + endpoint.example, ids),
      isStream: endpoint.isStream,
      isPersonal: endpoint.isPersonal,
      parameters: parametersOf(endpoint),
      answer: answerSchema(endpoint),
      body: JSON.stringify(exampleOf(answerSchema(endpoint), schemas), null, 2),
      errors: errorsOf(endpoint),
    })),
  }
}

/** The texts of the description are English in every language. */
const ENGLISH = { lang: 'en', dir: 'ltr' } as const

function View({ data }: { data: Data }) {
  const { t, i18n } = useTranslation('common')
  const { access, endpoints, schemas } = data
  return (
    <>
      <Crumbs crumbs={[]} current={t('api')} />
      <header className="list-head">
        <h1 className="title">{t('api')}</h1>
        <p>{t('api.about')}</p>
      </header>
      <p>
        <a className="more" href={`${BASE}/openapi.json`}>
          {t('api.description')}
        </a>
      </p>
      <ul className="reference-notes">
        <li>
          {access.needsKey
            ? t('api.key-needed')
            : t('api.limit', { limit: formatCount(access.anonymousLimit, i18n.language) })}
        </li>
        <li>{t('api.pages')}</li>
        <li>{t('api.caching')}</li>
      </ul>
      <nav aria-label={t('api')}>
        <ul className="reference-list" {...ENGLISH}>
          {endpoints.map(({ name, path, summary }) => (
            <li key={name}>
              <a href={`#${name}`}>
                <code>{path.slice(BASE.length)}</code> <small>{summary}</small>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {endpoints.map((endpoint) => (
        <EndpointPart key={endpoint.name} endpoint={endpoint} />
      ))}
      <Part title={t('api.errors')}>
        <p>{t('api.errors-about')}</p>
        <dl className="reference" {...ENGLISH}>
          {ERROR_CODES.map((code) => (
            <div key={code} id={code}>
              <dt>
                <code>{code}</code> {ERRORS[code].status}
              </dt>
              <dd>{ERRORS[code].message}</dd>
            </div>
          ))}
        </dl>
      </Part>
      <Part title={t('api.types')}>
        {schemas.map(([id, schema]) => (
          <section key={id} id={id} {...ENGLISH}>
            <h3>
              <code>{id}</code>
            </h3>
            <p>{schema.description}</p>
            <Fields schema={schema} />
          </section>
        ))}
      </Part>
    </>
  )
}

function EndpointPart({ endpoint }: { endpoint: Data['endpoints'][number] }) {
  const { t } = useTranslation('common')
  const { path, summary, example, isPersonal, isStream, parameters, answer, body } = endpoint
  const auth = `${isPersonal ? " -H 'Authorization: Bearer …'" : ''}${isStream ? " -N -H 'X-Api-Key: …'" : ''}`
  return (
    <section className="part" id={endpoint.name}>
      <h2 {...ENGLISH}>
        <code>GET {path}</code>
      </h2>
      <p {...ENGLISH}>{summary}</p>
      {parameters.length > 0 && (
        <>
          <h3>{t('api.parameters')}</h3>
          <dl className="reference" {...ENGLISH}>
            {parameters.map(({ name, required, description, schema }) => (
              <div key={name}>
                <dt>
                  <code>{name}</code> <TypeText schema={schema} />
                  {required && <small lang={undefined}> {t('api.required')}</small>}
                </dt>
                <dd>{[description, valuesText(schema)].filter(Boolean).join('. ')}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      <h3>{t('api.answer')}</h3>
      <p {...ENGLISH}>
        <TypeText schema={answer.properties?.data ? (answer.properties.data as JsonSchema) : answer} />
      </p>
      <details {...ENGLISH}>
        <summary>
          <code>
            curl{auth} '{example}'
          </code>
        </summary>
        <pre>{body}</pre>
      </details>
    </section>
  )
}

function Fields({ schema }: { schema: JsonSchema }) {
  const fields = Object.entries(schema.properties ?? {}) as [string, JsonSchema][]
  return (
    <dl className="reference">
      {fields.map(([name, field]) => (
        <div key={name}>
          <dt>
            <code>{name}</code> <TypeText schema={field} />
          </dt>
          <dd>{[field.description, valuesText(field)].filter(Boolean).join('. ')}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The name of a type, with a link to the types of the description. */
function TypeText({ schema }: { schema: JsonSchema }) {
  const name = schema.$ref?.split('/').at(-1)
  if (name !== undefined) return <a href={`#${name}`}>{name}</a>
  if (schema.anyOf) {
    const [first, ...others] = schema.anyOf as JsonSchema[]
    return (
      <>
        {first && <TypeText schema={first} />}
        {others.some(({ type }) => type === 'null') && ' | null'}
      </>
    )
  }
  if (schema.type === 'array' && schema.items)
    return (
      <>
        <TypeText schema={schema.items as JsonSchema} />
        []
      </>
    )
  return <span>{[schema.type].flat().join(' | ')}</span>
}

function valuesText(schema: JsonSchema): string {
  const { enum: values, default: usual, minimum, maximum } = schema
  return [
    values ? values.join(', ') : '',
    minimum !== undefined && maximum !== undefined && maximum < 1_000_000 ? `${minimum} to ${maximum}` : '',
    usual !== undefined ? `Without it ${usual}` : '',
  ]
    .filter(Boolean)
    .join('. ')
}

export const api = definePage<Data>({ load, headOf: ({ head }) => head, View, styles: ['tools'] })
