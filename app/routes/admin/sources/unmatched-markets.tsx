import { useState } from 'react'
import { useFetcher } from 'react-router'
import { sourceText } from '#app/features/runs/run-texts.ts'
import type { UnmatchedMarket } from '#app/features/sources/market-mappings.server.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatCount } from '#app/platform/numbers.ts'
import { ActionButton } from '#app/ui/admin/action-button.tsx'
import { SelectField } from '#app/ui/admin/fields.tsx'
import { Changing } from '#app/ui/admin/rights.tsx'
import { NotDone } from '#app/ui/admin/save-bar.tsx'
import { AdminRow, AdminTable, CELL } from '#app/ui/admin/table.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { Instant } from '#app/ui/time.tsx'
import type { MarketChoices } from './market-choices.server.ts'

/** Markets of a source that the registry does not have, each with a select to map it. */
export function UnmatchedMarkets({
  markets,
  total,
  choices,
  action,
}: {
  /** The first ones. */
  markets: readonly UnmatchedMarket[]
  total: number
  choices: MarketChoices
  action: string
}) {
  const { t, i18n } = useTranslation('admin')
  const number = (count: number) => formatCount(count, i18n.language)
  const fetcher = useFetcher<{ kind: string }>()
  const send = (decision: object) =>
    fetcher.submit(JSON.stringify({ kind: 'market', ...decision }), {
      method: 'post',
      encType: 'application/json',
      action,
    })
  return (
    <>
      <NotDone outcome={fetcher.data} />
      {fetcher.data?.kind === 'saved' && <Banner tone="success">{t('sources.matched')}</Banner>}
      {markets.length === 0 ? (
        <p className="text-sm text-muted">{t('sources.none-unmatched')}</p>
      ) : (
        <AdminTable
          label={t('sources.unmatched')}
          isWide
          columns={[
            { key: 'sent', text: t('sources.as-sent') },
            { key: 'source', text: t('schedules.source') },
            { key: 'seen', text: t('sources.seen') },
            { key: 'first', text: t('sources.first-seen') },
            { key: 'example', text: t('sources.example') },
            { key: 'matches', text: t('sources.matches'), className: 'min-w-80' },
          ]}
        >
          {markets.map((market) => (
            <MarketRow
              key={`${market.source} ${market.key}`}
              market={market}
              choices={choices}
              isBusy={fetcher.state !== 'idle'}
              onDecide={(decision) => send({ source: market.source, key: market.key, ...decision })}
            />
          ))}
        </AdminTable>
      )}
      {total > markets.length && (
        <p className="text-sm text-muted">
          {t('bulk.first', { number: number(markets.length), total: number(total) })}
        </p>
      )}
    </>
  )
}

interface Decision {
  type: string | null
  period: string | null
  participant: string | null
}

function MarketRow({
  market,
  choices,
  isBusy,
  onDecide,
}: {
  market: UnmatchedMarket
  choices: MarketChoices
  isBusy: boolean
  onDecide: (decision: Decision) => void
}) {
  const { t, i18n } = useTranslation('admin')
  const { key, source, seen, firstSeen, example, isWhole } = market
  return (
    <AdminRow changed={false}>
      <th scope="row" className={`${CELL} text-start font-normal`}>
        <code dir="ltr" className="break-all">
          {key}
        </code>
      </th>
      <td className={CELL}>{sourceText(t, source)}</td>
      <td className={`${CELL} tabular-nums`}>{formatCount(seen, i18n.language)}</td>
      <td className={CELL}>
        <Instant at={firstSeen} style="dateTime" />
      </td>
      <td className={`${CELL} max-w-72`}>
        <bdi dir="ltr" className="line-clamp-3 text-xs break-all text-muted">
          {example}
        </bdi>
      </td>
      <td className={CELL}>
        <div className="flex flex-wrap items-center gap-2">
          <Changing>
            {isWhole ? (
              <MarketChoice marketKey={key} choices={choices} isBusy={isBusy} onDecide={onDecide} />
            ) : (
              <span className="text-xs text-muted">{t('sources.outcome-only')}</span>
            )}
            <ActionButton
              unavailable={isBusy}
              aria-label={t('sources.ignore-of', { key })}
              className="button-quiet min-h-10 px-3 text-sm"
              onClick={() => onDecide({ type: null, period: null, participant: null })}
            >
              {t('sources.ignore')}
            </ActionButton>
          </Changing>
        </div>
      </td>
    </AdminRow>
  )
}

function MarketChoice({
  marketKey: key,
  choices,
  isBusy,
  onDecide,
}: {
  marketKey: string
  choices: MarketChoices
  isBusy: boolean
  onDecide: (decision: Decision) => void
}) {
  const { t } = useTranslation('admin')
  const [type, setType] = useState('')
  const [period, setPeriod] = useState(choices.periods[0]?.value ?? '')
  const [side, setSide] = useState('')
  const hasSide = choices.types.find(({ value }) => value === type)?.hasParticipant ?? false
  return (
    <>
      <SelectField
        label={t('sources.choose-for', { key })}
        labelHidden
        value={type}
        options={[{ value: '', text: t('sources.choose') }, ...choices.types]}
        onValue={setType}
        className="w-44"
      />
      <SelectField
        label={t('sources.period-for', { key })}
        labelHidden
        value={period}
        options={choices.periods}
        onValue={setPeriod}
        className="w-36"
      />
      {hasSide && (
        <SelectField
          label={t('sources.side-for', { key })}
          labelHidden
          value={side}
          options={(['none', 'home', 'away'] as const).map((value) => ({
            value: value === 'none' ? '' : value,
            text: t(`sources.side.${value}`),
          }))}
          onValue={setSide}
          className="w-36"
        />
      )}
      <ActionButton
        unavailable={isBusy || type === ''}
        className="button min-h-10 px-3 text-sm"
        onClick={() => onDecide({ type, period, participant: hasSide && side !== '' ? side : null })}
      >
        {t('sources.match')}
      </ActionButton>
    </>
  )
}
