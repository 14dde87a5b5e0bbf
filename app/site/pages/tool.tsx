import {
  calculate,
  FIELDS,
  FORMAT_FIELDS,
  MOST_LEGS,
  MOST_SIGNS,
  RESULTS,
  readForm,
  TYPED_IN,
} from '#app/features/odds/calculator-forms.ts'
import { PRICE_FORMATS } from '#app/features/odds/prices.ts'
import { getResources } from '#app/features/translations/queries.server.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { standalonePath, TOOLS, type Tool, toolPath } from '#app/platform/paths.ts'
import { ISLANDS } from '../base/assets.server.ts'
import { getPageHead } from '../base/head.server.ts'
import { definePage, type PageRequest } from '../base/page.ts'
import { notFound } from '../base/problem.ts'
import { readTypedIn } from '../base/typed-in.server.ts'
import { Crumbs } from '../parts/crumbs.tsx'
import { ExactPrices } from '../parts/exact-prices.tsx'
import { ToolTabs } from '../parts/tool-tabs.tsx'

type Data = Awaited<ReturnType<typeof load>>

/** A calculator: its form and its results, by address without scripts. */
async function load({ services, lang, url, params }: PageRequest<'tool'>) {
  const tool = TOOLS.find((it) => it === params.tool)
  if (!tool) throw notFound('page-not-found')
  const labels = await getResources(services, lang)
  return {
    tool,
    query: url.searchParams,
    typedIn: await readTypedIn(services, url, lang),
    script: ISLANDS.calculators,
    head: await getPageHead(services, {
      ...{ language: lang, url, page: `tool-${tool}`, variables: {} },
      way: [
        { name: labels.matches?.tools ?? 'tools', path: standalonePath(lang, 'tools') },
        { name: labels.betting?.[`tool.${tool}`] ?? tool, path: toolPath(lang, tool) },
      ],
    }),
  }
}

function View({ data: { tool, query, typedIn, script }, lang }: { data: Data; lang: string }) {
  const { t, i18n } = useTranslation(['betting', 'matches', 'common'])
  const { format, texts, exact } = readForm(tool, query, {
    ...{ language: lang, typedIn, priceLanguage: i18n.priceLanguage },
  })
  const writing = { language: lang, priceLanguage: i18n.priceLanguage, format }
  const { texts: results, invalid } = calculate(
    tool,
    (name) => texts[name] ?? '',
    writing,
    (name) => exact.get(name) ?? null,
  )
  const asField = (name: string) => (
    <FormField key={name} tool={tool} name={name} text={texts[name] ?? ''} isInvalid={invalid.has(name)} />
  )
  return (
    <>
      <Crumbs
        crumbs={[{ label: t('tools', { ns: 'matches' }), to: standalonePath(lang, 'tools') }]}
        current={t(`tool.${tool}`)}
      />
      <header className="list-head">
        <h1 className="title">{t(`tool.${tool}`)}</h1>
        <p>{t(`tool.about-${tool}`)}</p>
      </header>
      <ToolTabs current={tool} />
      <form
        className="tools calculator"
        data-calculator={tool}
        action={toolPath(lang, tool)}
        autoComplete="off"
      >
        <div className="columns">
          <div className="box fields">
            <label>
              <span>{t('price-format', { ns: 'common' })}</span>
              <select name={FORMAT_FIELDS.wanted} defaultValue={format}>
                {PRICE_FORMATS.map((it) => (
                  <option key={it} value={it}>
                    {t(`price-format.${it}`, { ns: 'common' })}
                  </option>
                ))}
              </select>
            </label>
            <input type="hidden" name={FORMAT_FIELDS.written} value={format} />
            <input type="hidden" name={TYPED_IN} value={lang} />
            <ExactPrices exact={exact} />
            {Object.keys(FIELDS[tool])
              .filter((name) => !LEG_FIELD.test(name))
              .map(asField)}
            {tool === 'accumulator' && (
              <table>
                <thead>
                  <tr>
                    <th scope="col">{t('leg')}</th>
                    <th scope="col">{t('tools.odds', { ns: 'matches' })}</th>
                    <th scope="col">{t('leg.result')}</th>
                  </tr>
                </thead>
                <tbody>
                  {Array.from({ length: MOST_LEGS }, (_, leg) => (
                    <tr key={LEGS_NAMES[leg]}>
                      <th scope="row">{leg + 1}</th>
                      <td>{asField(`price-${leg}`)}</td>
                      <td>{asField(`result-${leg}`)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
            <p className="failed" role="alert" data-invalid hidden={invalid.size === 0}>
              {t('tool.invalid')}
            </p>
            <button type="submit" className="button">
              {t('calculate')}
            </button>
          </div>
          <div className="box">
            <dl>
              {RESULTS[tool].map((name) => (
                <div key={name}>
                  <dt>{resultName(name, t)}</dt>
                  <dd>
                    <output name={name} aria-live="off">
                      {results[name]}
                    </output>
                  </dd>
                </div>
              ))}
            </dl>
            <p className="hint">{t(`tool.method-${tool}`)}</p>
          </div>
        </div>
        <p className="sr-only" role="status" data-said />
      </form>
      <script type="module" src={script} />
    </>
  )
}

/** Fields of a leg are in a table, whose headings name them. */
const LEG_FIELD = /^(?:price|result)-\d/
const LEGS_NAMES = Array.from({ length: MOST_LEGS }, (_, leg) => `price-${leg}`)

type Translate = ReturnType<typeof useTranslation<['betting', 'matches', 'common']>>['t']

function resultName(name: string, t: Translate): string {
  const format = PRICE_FORMATS.find((it) => name === `as-${it}`)
  if (format) return t(`price-format.${format}`, { ns: 'common' })
  return t(`result.${name as 'lay-stake'}`)
}

interface FormFieldProps {
  tool: Tool
  name: string
  text: string
  isInvalid: boolean
}

function FormField({ tool, name, text, isInvalid }: FormFieldProps) {
  const { t } = useTranslation('betting')
  const field = FIELDS[tool][name]
  if (!field) return null
  const [part, leg] = name.split('-')
  const isOfLeg = LEG_FIELD.test(name)
  const label = isOfLeg
    ? t(part === 'price' ? 'leg.price' : 'leg.result-of', { number: Number(leg) + 1 })
    : t(`field.${name as 'stake'}`)
  const shared = {
    name,
    id: isOfLeg ? undefined : `of-${name}`,
    'aria-label': isOfLeg ? label : undefined,
    'aria-invalid': isInvalid || undefined,
  }
  const input =
    field.kind === 'choice' ? (
      <select {...shared} defaultValue={text}>
        {field.choices.map((choice) => (
          <option key={choice} value={choice}>
            {name === 'fraction' ? `1/${choice}` : t(`choice.${choice as 'won'}`)}
          </option>
        ))}
      </select>
    ) : (
      <input
        {...shared}
        type="text"
        inputMode={field.kind === 'price' ? 'text' : field.kind === 'count' ? 'numeric' : 'decimal'}
        dir="ltr"
        maxLength={MOST_SIGNS}
        defaultValue={text}
      />
    )
  if (isOfLeg) return input
  return (
    <label htmlFor={`of-${name}`}>
      <span>{label}</span>
      {input}
    </label>
  )
}

export const tool = definePage<Data, 'tool'>({
  load,
  headOf: ({ head }) => head,
  View,
  styles: ['odds', 'tools'],
  cacheControl: ({ searchParams }) => (searchParams.size > 0 ? 'private, no-cache' : undefined),
})
