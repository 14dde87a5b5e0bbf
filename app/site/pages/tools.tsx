import { marketFigures } from '#app/features/odds/calculator.ts'
import { formatPrice } from '#app/features/odds/formats.ts'
import { fromNumber, PRICE_FORMATS, type Price, toNumber } from '#app/features/odds/prices.ts'
import { EXAMPLE_STAKE } from '#app/features/odds/rules.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatEuro, formatPercent } from '#app/platform/numbers.ts'
import { ISLANDS } from '../base/assets.server.ts'
import { definePage, type PageRequest } from '../base/page.ts'
import { getStandaloneHead } from '../base/standalone-head.server.ts'
import { Crumbs } from '../parts/crumbs.tsx'
import { Part } from '../parts/part.tsx'
import { ToolTabs } from '../parts/tool-tabs.tsx'

/** The examples: shown until the visitor types, and without scripts. */
const CONVERTED = fromNumber(2.5)
const MARKET = [2.5, 3.4, 2.9].map(fromNumber)
const COMMON = [1.1, 1.25, 1.5, 1.8, 2, 2.5, 3, 4, 5, 7.5, 11, 26].map(fromNumber)

type Data = Awaited<ReturnType<typeof load>>

async function load({ services, lang, url }: PageRequest) {
  return {
    script: ISLANDS.tools,
    head: await getStandaloneHead(services, { language: lang, url, page: 'tools' }),
  }
}

function View({ data }: { data: Data }) {
  const { t } = useTranslation(['matches', 'common'])
  return (
    <>
      <Crumbs crumbs={[]} current={t('tools')} />
      <header className="list-head">
        <h1 className="title">{t('tools')}</h1>
        <p>{t('tools.about')}</p>
      </header>
      <ToolTabs current={null} />
      <noscript>
        <p className="hint">{t('tools.needs-scripts')}</p>
      </noscript>
      {/* A separate script computes the results (islands/tools.ts). */}
      <form className="tools" data-tools autoComplete="off">
        <label>
          {t('price-format', { ns: 'common' })}{' '}
          <select name="format" defaultValue="decimal">
            {PRICE_FORMATS.map((format) => (
              <option key={format} value={format}>
                {t(`price-format.${format}`, { ns: 'common' })}
              </option>
            ))}
          </select>
        </label>
        <div className="columns">
          <Part title={t('tools.converter')}>
            <Converter />
          </Part>
          <Part title={t('tools.market')}>
            <Market />
          </Part>
        </div>
      </form>
      <Part title={t('tools.table')}>
        <CommonOdds />
      </Part>
      <script type="module" src={data.script} />
    </>
  )
}

function PriceField({ name, label, price }: { name: string; label: string; price: Price }) {
  const { i18n } = useTranslation()
  return (
    <input
      name={name}
      type="text"
      inputMode="text"
      dir="ltr"
      maxLength={12}
      aria-label={label}
      defaultValue={formatPrice(price, i18n.priceLanguage)}
    />
  )
}

function Converter() {
  const { t, i18n } = useTranslation(['matches', 'common'])
  return (
    <div className="box">
      <p>
        <span aria-hidden="true">{t('tools.odds')}</span>{' '}
        <PriceField name="converted" label={t('tools.odds')} price={CONVERTED} />
      </p>
      <p className="failed" role="alert" data-invalid hidden>
        {t('tools.invalid')}
      </p>
      <dl>
        {PRICE_FORMATS.map((format) => (
          <div key={format}>
            <dt>{t(`price-format.${format}`, { ns: 'common' })}</dt>
            <dd>
              <output name={`as-${format}`}>{formatPrice(CONVERTED, i18n.priceLanguage, format)}</output>
            </dd>
          </div>
        ))}
        <div>
          <dt>{t('chance')}</dt>
          <dd>
            <output name="chance">{formatPercent(1 / toNumber(CONVERTED), i18n.language)}</output>
          </dd>
        </div>
      </dl>
    </div>
  )
}

function Market() {
  const { t, i18n } = useTranslation('matches')
  const figures = marketFigures(MARKET, EXAMPLE_STAKE * 100)
  if (!figures) return null
  const percent = (share: number, decimals = 1) => formatPercent(share, i18n.language, decimals)
  const euro = (cents: number) => formatEuro(cents / 100, i18n.language)
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
          {figures.outcomes.map(({ implied, fair, fairPrice, stake }, index) => (
            <tr key={MARKET[index]}>
              <th scope="row">
                {index + 1}{' '}
                <small>
                  <output name={`implied-${index}`}>{percent(implied)}</output>
                </small>
              </th>
              <td>
                <PriceField
                  name={`price-${index}`}
                  label={t('tools.outcome', { number: index + 1 })}
                  price={MARKET[index] ?? fairPrice}
                />
              </td>
              <td>
                <output name={`fair-${index}`}>{formatPrice(fairPrice, i18n.priceLanguage)}</output>{' '}
                <small>
                  <output name={`chance-${index}`}>{percent(fair)}</output>
                </small>
              </td>
              <td>
                <output name={`stake-${index}`}>{euro(stake)}</output>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <label>
        {t('sure-bet.total')}{' '}
        <input
          name="total"
          type="number"
          inputMode="decimal"
          min={1}
          max={1_000_000}
          step="any"
          defaultValue={EXAMPLE_STAKE}
        />
      </label>
      <dl>
        <Figure name="sum" label={t('tools.sum')} value={percent(figures.sum, 2)} />
        <Figure name="overround" label={t('overround')} value={percent(figures.overround, 2)} />
        <Figure name="payout" label={t('payout')} value={percent(figures.payout, 2)} />
        <Figure name="returns" label={t('sure-bet.returns')} value={euro(figures.lowestReturn)} />
        <Figure name="profit" label={t('sure-bet.profit')} value={percent(figures.lowestProfit, 2)} />
      </dl>
      <p aria-live="polite">
        <span data-sure hidden={!figures.isSure}>
          {t('tools.sure')}
        </span>
        <span data-unsure hidden={figures.isSure}>
          {t('tools.no-sure')}
        </span>
      </p>
    </div>
  )
}

function Figure({ name, label, value }: { name: string; label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <output name={name}>{value}</output>
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

export const tools = definePage<Data>({ load, headOf: ({ head }) => head, View })
