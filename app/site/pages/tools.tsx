import { FORMAT_FIELDS, MOST_SIGNS, TYPED_IN } from '#app/features/odds/calculator-forms.ts'
import {
  CONVERTED,
  type Converted,
  convert,
  OUTCOMES,
  readConverter,
  TOTAL,
} from '#app/features/odds/converter-form.ts'
import { formatPrice } from '#app/features/odds/formats.ts'
import { fromNumber, PRICE_FORMATS, toNumber } from '#app/features/odds/prices.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatPercent } from '#app/platform/numbers.ts'
import { standalonePath } from '#app/platform/paths.ts'
import { ISLANDS } from '../base/assets.server.ts'
import { definePage, type PageRequest } from '../base/page.ts'
import { getStandaloneHead } from '../base/standalone-head.server.ts'
import { readTypedIn } from '../base/typed-in.server.ts'
import { Crumbs } from '../parts/crumbs.tsx'
import { ExactPrices } from '../parts/exact-prices.tsx'
import { Part } from '../parts/part.tsx'
import { ToolTabs } from '../parts/tool-tabs.tsx'

const COMMON = [1.1, 1.25, 1.5, 1.8, 2, 2.5, 3, 4, 5, 7.5, 11, 26].map(fromNumber)

type Data = Awaited<ReturnType<typeof load>>

/** The converter and the margin of a market: their forms and results, by address without scripts. */
async function load({ services, lang, url }: PageRequest) {
  return {
    query: url.searchParams,
    typedIn: await readTypedIn(services, url, lang),
    script: ISLANDS.tools,
    head: await getStandaloneHead(services, { language: lang, url, page: 'tools' }),
  }
}

function View({ data: { query, typedIn, script }, lang }: { data: Data; lang: string }) {
  const { t, i18n } = useTranslation(['matches', 'common', 'betting'])
  const { format, texts, exact } = readConverter(query, {
    ...{ language: lang, typedIn, priceLanguage: i18n.priceLanguage },
  })
  const writing = { language: lang, priceLanguage: i18n.priceLanguage, format }
  const form: Form = {
    texts,
    results: convert(
      (name) => texts[name] ?? '',
      writing,
      (name) => exact.get(name) ?? null,
    ),
  }
  return (
    <>
      <Crumbs crumbs={[]} current={t('tools')} />
      <header className="list-head">
        <h1 className="title">{t('tools')}</h1>
        <p>{t('tools.about')}</p>
      </header>
      <ToolTabs current={null} />
      {/* A separate script computes the results while a visitor types (islands/tools.ts). */}
      <form className="tools" data-tools action={standalonePath(lang, 'tools')} autoComplete="off">
        <label>
          {t('price-format', { ns: 'common' })}{' '}
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
        <div className="columns">
          <Part title={t('tools.converter')}>
            <Converter form={form} />
          </Part>
          <Part title={t('tools.market')}>
            <Market form={form} />
          </Part>
        </div>
        <p className="failed" role="alert" data-invalid hidden={form.results.invalid.size === 0}>
          {t('tool.invalid', { ns: 'betting' })}
        </p>
        <p>
          <button type="submit" className="button">
            {t('calculate', { ns: 'betting' })}
          </button>
        </p>
        <p className="sr-only" role="status" data-said />
      </form>
      <Part title={t('tools.table')}>
        <CommonOdds />
      </Part>
      <script type="module" src={script} />
    </>
  )
}

interface Form {
  /** By field. */
  texts: Readonly<Record<string, string>>
  results: Converted
}

function PriceField({ name, label, form }: { name: string; label: string; form: Form }) {
  return (
    <input
      name={name}
      type="text"
      inputMode="text"
      dir="ltr"
      maxLength={MOST_SIGNS}
      aria-label={label}
      aria-invalid={form.results.invalid.has(name) || undefined}
      defaultValue={form.texts[name]}
    />
  )
}

function Converter({ form }: { form: Form }) {
  const { t } = useTranslation(['matches', 'common'])
  return (
    <div className="box">
      <p>
        <span aria-hidden="true">{t('tools.odds')}</span>{' '}
        <PriceField name={CONVERTED} label={t('tools.odds')} form={form} />
      </p>
      <dl>
        {PRICE_FORMATS.map((format) => (
          <Figure
            key={format}
            name={`as-${format}`}
            label={t(`price-format.${format}`, { ns: 'common' })}
            form={form}
          />
        ))}
        <Figure name="chance" label={t('chance')} form={form} />
      </dl>
    </div>
  )
}

function Market({ form }: { form: Form }) {
  const { t } = useTranslation('matches')
  const { texts, isSure } = form.results
  return (
    <div className="box">
      <p className="hint">{t('tools.market-about')}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('movement.outcome')}</th>
            <th scope="col">{t('tools.odds')}</th>
            <th scope="col">{t('tools.fair')}</th>
            <th scope="col">{t('sure-bet.stake')}</th>
          </tr>
        </thead>
        <tbody>
          {OUTCOMES.map((name, index) => (
            <tr key={name}>
              <th scope="row">
                {index + 1}{' '}
                <small>
                  <output name={`implied-${index}`} aria-live="off">
                    {texts[`implied-${index}`]}
                  </output>
                </small>
              </th>
              <td>
                <PriceField name={name} label={t('tools.outcome', { number: index + 1 })} form={form} />
              </td>
              <td>
                <output name={`fair-${index}`} aria-live="off">
                  {texts[`fair-${index}`]}
                </output>{' '}
                <small>
                  <output name={`chance-${index}`} aria-live="off">
                    {texts[`chance-${index}`]}
                  </output>
                </small>
              </td>
              <td>
                <output name={`stake-${index}`} aria-live="off">
                  {texts[`stake-${index}`]}
                </output>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <label>
        {t('sure-bet.total')}{' '}
        <input
          name={TOTAL}
          type="text"
          inputMode="decimal"
          dir="ltr"
          maxLength={MOST_SIGNS}
          aria-invalid={form.results.invalid.has(TOTAL) || undefined}
          defaultValue={form.texts[TOTAL]}
        />
      </label>
      <dl>
        <Figure name="sum" label={t('tools.sum')} form={form} />
        <Figure name="overround" label={t('overround')} form={form} />
        <Figure name="payout" label={t('payout')} form={form} />
        <Figure name="returns" label={t('sure-bet.returns')} form={form} />
        <Figure name="profit" label={t('sure-bet.profit')} form={form} />
      </dl>
      <p data-verdict>
        <span data-sure hidden={isSure !== true}>
          {t('tools.sure')}
        </span>
        <span data-unsure hidden={isSure !== false}>
          {t('tools.no-sure')}
        </span>
      </p>
    </div>
  )
}

function Figure({ name, label, form }: { name: string; label: string; form: Form }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <output name={name} aria-live="off">
          {form.results.texts[name]}
        </output>
      </dd>
    </div>
  )
}

/** A reference table, also available without scripts. */
function CommonOdds() {
  const { t, i18n } = useTranslation(['matches', 'common'])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is too wide scrolls, also by keyboard
    <div className="wide-table" tabIndex={0}>
      <table className="common-odds">
        <thead>
          <tr>
            {PRICE_FORMATS.map((format) => (
              <th key={format} scope="col">
                {t(`price-format.${format}`, { ns: 'common' })}
              </th>
            ))}
            <th scope="col">{t('chance')}</th>
          </tr>
        </thead>
        <tbody>
          {COMMON.map((price) => (
            <tr key={price}>
              {PRICE_FORMATS.map((format) => (
                <td key={format}>
                  <bdi dir="ltr">{formatPrice(price, i18n.priceLanguage, format)}</bdi>
                </td>
              ))}
              <td>{formatPercent(1 / toNumber(price), i18n.language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export const tools = definePage<Data>({
  load,
  headOf: ({ head }) => head,
  View,
  styles: ['odds', 'tools'],
  cacheControl: ({ searchParams }) => (searchParams.size > 0 ? 'private, no-cache' : undefined),
})
