import { RotateCcw, Trash2 } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { EditorMatch } from '#app/features/matches/editor-schema.ts'
import { marketWords } from '#app/features/odds/market-words.ts'
import { definitionOf, type Market, marketKey, readLine } from '#app/features/odds/markets.ts'
import type { PriceGrid as Grid, GridMarket } from '#app/features/odds/typed-prices.server.ts'
import { outcomesOf, readTypedPrice, type TypedRow } from '#app/features/odds/typed-prices.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatHundredths, inLatinDigits, withDecimalMark } from '#app/platform/numbers.ts'
import { Field, SelectField } from '#app/ui/admin/fields.tsx'
import { IconButton } from '#app/ui/admin/icon-button.tsx'
import { useRights } from '#app/ui/admin/rights.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { Relative, useDateText } from '#app/ui/time.tsx'
import type { EditedMatch } from './edited-match.ts'

type Quote = GridMarket['quotes'][number]

/** The prices of each bookmaker of a match, one market at a time. They are stored with the other changes of the match. */
export function PriceGrid({
  match,
  stored,
  problem,
  onTyped,
}: {
  match: EditedMatch
  stored: EditorMatch
  problem: string | undefined
  /** Gets the rows that differ from what is stored, as JSON; '' for none. */
  onTyped: (text: string) => void
}) {
  const { t, i18n } = useTranslation('admin')
  const words = useMarketWords(match)
  const [grid, setGrid] = useState<Grid | 'failed'>()
  const [chosen, setChosen] = useState<Market>()
  const typed = readRows(match.typed_prices)
  const isPast = match.status !== 'scheduled'

  const write = (rows: readonly TypedRow[]) => onTyped(rows.length > 0 ? JSON.stringify(rows) : '')
  const show = useEffectEvent((read: Grid | 'failed') => {
    setGrid(read)
    if (read === 'failed' || typed.length === 0) return
    // What was typed is now compared with what this grid shows.
    write(typed.map((row) => ({ ...row, seen: quoteOf(read, row.market, row.bookmaker)?.typedAt ?? null })))
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a save the match is another object
  useEffect(() => {
    const stop = new AbortController()
    void readGrid(match.id, stop.signal).then((read) => read && show(read))
    return () => stop.abort()
  }, [match.id, stored])

  if (isPast) return null
  if (grid === 'failed') return <Banner tone="error">{t('matches.prices-failed')}</Banner>
  if (!grid) return <p className="text-sm text-muted lg:col-span-2">{t('loading')}</p>
  const market = chosen ?? grid.headline
  const columns = outcomesOf(market).map((outcome) => ({
    name: words.columnName(market, outcome),
    sign: words.outcomeSign(market, outcome),
  }))
  const put = (row: TypedRow, quote: Quote | undefined) => {
    const others = typed.filter((it) => !isOf(it, row.bookmaker, row.market))
    const isAsStored = isSame(textsOf(quote, columns.length, i18n.language), row.prices)
    write(isAsStored && !row.isConfirmed ? others : [...others, row])
  }
  return (
    <fieldset className="flex min-w-0 flex-col gap-2 lg:col-span-2">
      <legend className="mb-1 text-sm text-body">{t('matches.prices')}</legend>
      <MarketChoice grid={grid} market={market} choose={setChosen} words={words} />
      <div className="max-w-full overflow-x-auto">
        <table className="text-sm">
          <thead>
            <tr className="text-xs text-muted">
              <th scope="col" className="pe-3 text-start font-normal">
                {t('column.bookmaker')}
              </th>
              {columns.map(({ name, sign }) => (
                <th key={name} scope="col" className="px-1 text-start font-normal">
                  <abbr title={name} className="no-underline">
                    {sign}
                  </abbr>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {grid.bookmakers.map(({ id, name }) => {
              const quote = quoteOf(grid, market, id)
              return (
                <PriceRow
                  key={id}
                  name={name}
                  columns={columns}
                  quote={quote}
                  edited={typed.find((row) => isOf(row, id, market))}
                  hasProblem={problem !== undefined}
                  set={(row) => put({ ...row, bookmaker: id, market, seen: quote?.typedAt ?? null }, quote)}
                />
              )
            })}
          </tbody>
        </table>
      </div>
      {grid.bookmakers.length === 0 && <p className="text-sm text-muted">{t('matches.prices-none')}</p>}
      {problem && (
        <p role="alert" className="text-xs text-danger">
          {problem}
        </p>
      )}
      <p className="text-xs text-muted">{t('matches.prices-hint')}</p>
    </fieldset>
  )
}

function PriceRow({
  name,
  columns,
  quote,
  edited,
  hasProblem,
  set,
}: {
  name: string
  columns: readonly { name: string; sign: string }[]
  quote: Quote | undefined
  edited: TypedRow | undefined
  hasProblem: boolean
  set: (row: Pick<TypedRow, 'prices' | 'isConfirmed'>) => void
}) {
  const { t, i18n } = useTranslation('admin')
  const { canChange } = useRights()
  const prices = edited?.prices ?? textsOf(quote, columns.length, i18n.language)
  const isRemoved = edited?.prices.every((price) => price === '')
  const until = useDateText(quote?.until ?? null, 'dateTime')
  return (
    <tr className="border-t border-line">
      <th scope="row" className="min-w-28 py-1 pe-2 text-start font-normal wrap-anywhere text-body">
        {name}
        <span className="flex flex-wrap items-center gap-x-1 text-xs text-muted">
          {edited && t(isRemoved ? 'matches.prices-removing' : 'matches.prices-edited')}
          {!edited && quote?.typedAt && (
            <span>
              {t('matches.prices-typed')} <Relative at={quote.typedAt} />
              {quote.leftOut === null && until && ` · ${t('matches.prices-until', { at: until })}`}
              {quote.leftOut === 'old' && ` · ${t('matches.prices-old')}`}
              {quote.leftOut === 'incomplete' && ` · ${t('matches.prices-incomplete')}`}
            </span>
          )}
          {!edited && quote && !quote.typedAt && t('matches.prices-fed')}
          {canChange && quote?.typedAt && (
            <>
              <IconButton
                label={t('matches.prices-confirm', { bookmaker: name })}
                onClick={() =>
                  set({ prices: textsOf(quote, columns.length, i18n.language), isConfirmed: true })
                }
              >
                <RotateCcw aria-hidden="true" className="size-4" />
              </IconButton>
              <IconButton
                label={t('matches.prices-remove', { bookmaker: name })}
                onClick={() => set({ prices: columns.map(() => '') })}
              >
                <Trash2 aria-hidden="true" className="size-4" />
              </IconButton>
            </>
          )}
        </span>
      </th>
      {columns.map((column, index) => {
        const text = prices[index] ?? ''
        return (
          <td key={column.name} className="px-1 py-1">
            <input
              inputMode="decimal"
              dir="ltr"
              maxLength={9}
              aria-label={t('matches.prices-cell', { bookmaker: name, outcome: column.name })}
              aria-invalid={(hasProblem && readTypedPrice(text) === undefined) || undefined}
              data-changed={edited ? true : undefined}
              readOnly={!canChange}
              value={text}
              onChange={({ target }) =>
                set({ prices: prices.map((price, at) => (at === index ? target.value : price)) })
              }
              className="min-h-10 w-14 rounded-md px-1 md:w-20 md:px-2 border border-muted/60 bg-ground text-heading tabular-nums aria-invalid:border-danger data-changed:border-warning"
            />
          </td>
        )
      })}
    </tr>
  )
}

function MarketChoice({
  grid,
  market,
  choose,
  words,
}: {
  grid: Grid
  market: Market
  choose: (market: Market) => void
  words: ReturnType<typeof useMarketWords>
}) {
  const { t, i18n } = useTranslation('admin')
  const [line, setLine] = useState('')
  const quoted = grid.markets.map((one) => one.market)
  // Without the others of a type with a line: theirs is chosen beside it.
  const listed = [grid.headline, ...grid.others, ...quoted].filter(
    (one, at, all) => all.findIndex((it) => kindOf(it) === kindOf(one)) === at,
  )
  const lineKind = definitionOf(market.type).line
  const linesOf = (one: Market) =>
    quoted.filter((it) => kindOf(it) === kindOf(one)).flatMap((it) => it.line ?? [])
  const pick = (one: Market) => {
    const kind = definitionOf(one.type).line
    const usual = kind === null ? null : (linesOf(one)[0] ?? (kind === 'total' ? 2.5 : -0.5))
    setLine(usual === null ? '' : withDecimalMark(String(usual), i18n.language))
    choose({ ...one, line: usual })
  }
  const read = readLine(Number(inLatinDigits(line).replace(',', '.')))
  return (
    <div className="flex flex-wrap items-end gap-3">
      <SelectField
        label={t('matches.prices-market')}
        value={kindOf(market)}
        options={listed.map((one) => ({
          value: kindOf(one),
          text:
            one.period === grid.headline.period
              ? words.typeName(one)
              : `${words.typeName(one)}, ${words.periodName(one)}`,
        }))}
        onValue={(kind) => {
          const found = listed.find((one) => kindOf(one) === kind)
          if (found) pick(found)
        }}
      />
      {lineKind !== null && (
        <Field
          label={t('matches.prices-line')}
          className="w-24"
          inputMode="decimal"
          dir="ltr"
          value={line}
          problem={
            read === null || (lineKind === 'total' && read <= 0) ? t('matches.problem-line') : undefined
          }
          onValue={(text) => {
            setLine(text)
            const next = readLine(Number(inLatinDigits(text).replace(',', '.')))
            if (text !== '' && next !== null && (lineKind === 'handicap' || next > 0))
              choose({ ...market, line: next })
          }}
        />
      )}
    </div>
  )
}

function useMarketWords({ home_team, away_team }: Pick<EditedMatch, 'home_team' | 'away_team'>) {
  const { t, i18n } = useTranslation('matches')
  return marketWords({ t, language: i18n.language }, { home: home_team, away: away_team })
}

/** Markets that differ in their line alone are one choice. */
const kindOf = (market: Market) => marketKey({ ...market, line: null })

const isOf = (row: Pick<TypedRow, 'bookmaker' | 'market'>, bookmaker: string, market: Market) =>
  row.bookmaker === bookmaker && marketKey(row.market) === marketKey(market)

const quoteOf = (grid: Grid, market: Market, bookmaker: string): Quote | undefined =>
  grid.markets
    .find((one) => marketKey(one.market) === marketKey(market))
    ?.quotes.find((quote) => quote.bookmaker === bookmaker)

/** With the decimal mark of the language. A feed's price can have more decimals. */
const textsOf = (quote: Quote | undefined, size: number, language: string): string[] =>
  Array.from({ length: size }, (_, at) => {
    const price = quote?.prices[at] ?? null
    return price === null ? '' : formatHundredths(price, language, 6)
  })

/** Whether texts say the same prices, also with another mark; what is no price is compared as it was typed. */
const isSame = (one: readonly string[], other: readonly string[]) =>
  one.every((text, at) => (readTypedPrice(text) ?? text) === (readTypedPrice(other[at] ?? '') ?? other[at]))

function readRows(text: string): TypedRow[] {
  return text === '' ? [] : (JSON.parse(text) as TypedRow[])
}

/** Does not use the router: if reading fails, the screen and its unsaved input stay. Null if it was stopped. */
async function readGrid(matchId: string, signal: AbortSignal): Promise<Grid | 'failed' | null> {
  try {
    const response = await fetch(`/admin/matches/${matchId}/prices`, { redirect: 'manual', signal })
    return response.ok ? ((await response.json()) as Grid) : 'failed'
  } catch {
    return signal.aborted ? null : 'failed'
  }
}
