import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import { usePlaceNames } from '#app/features/catalogue/use-place-names.ts'
import {
  countSnapshots,
  findRangeProblem,
  LEAST_MINUTES,
  type RangeProblem,
} from '#app/features/imports/past/history-range.ts'
import { RunsPanel } from '#app/features/runs/components/runs-panel.tsx'
import { useRuns } from '#app/features/runs/components/use-runs.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatCount } from '#app/platform/numbers.ts'
import { DAY_MS } from '#app/platform/time.ts'
import { ActionButton } from '#app/ui/admin/action-button.tsx'
import { Field, SelectField } from '#app/ui/admin/fields.tsx'
import { Panel } from '#app/ui/admin/page.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { StartMessage } from '../import/use-start.tsx'
import { LeagueField } from '../schedules/league-field.tsx'
import { MarketChoices } from '../schedules/market-choices.tsx'

/** Minutes between two snapshots. */
const SPANS = [LEAST_MINUTES, 15, 30, 60, 180, 360, 720, 1_440]

type Started =
  | { kind: 'invalid'; problem: RangeProblem }
  | { kind: 'queued' | 'already_running'; runId: string }
  | { kind: 'not_configured' | 'signed-out' | 'failed'; runId?: string }

/**
 * The form for an import of past prices, with its cost, and the runs.
 * @param costOfMarket what a snapshot of one market costs at most; null if the source is not set up
 */
export function PastPrices({
  source,
  markets,
  costOfMarket,
}: {
  source: string
  markets: readonly string[]
  costOfMarket: number | null
}) {
  const { t, i18n } = useTranslation('admin')
  const placeNames = usePlaceNames()
  const runs = useRuns('/admin/runs?kinds=past-prices')
  const fetcher = useFetcher<Started>()
  const [sports, setSports] = useState('')
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const [everyMinutes, setEveryMinutes] = useState(60)
  const [chosen, setChosen] = useState(markets[0] ?? '')
  const [credits, setCredits] = useState('')
  const answer = fetcher.state === 'idle' ? fetcher.data : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (answer) runs.renew()
  }, [answer])

  const keysOf = (text: string) => [...new Set(text.split(/[\s,]+/).filter(Boolean))]
  const range = {
    sports: keysOf(sports),
    from: new Date(`${from}T00:00:00Z`),
    to: endOf(to),
    everyMinutes,
  }
  const isWhole = range.sports.length > 0 && from !== '' && to !== ''
  const problem =
    answer?.kind === 'invalid' ? answer.problem : isWhole ? findRangeProblem(range, new Date()) : null
  const snapshots = isWhole && !problem ? countSnapshots(range) : 0
  const cost = snapshots * keysOf(chosen).length * (costOfMarket ?? 0)
  const count = (number: number) => formatCount(number, i18n.language)
  const isReady = isWhole && !problem && keysOf(chosen).length > 0 && Number(credits) >= 1

  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Panel title={t('import.source.past-prices')}>
        <p className="text-sm text-muted">{t('sources.past.about')}</p>
        {costOfMarket === null && <Banner tone="notice">{t('sources.past.no-key')}</Banner>}
        {answer && answer.kind !== 'invalid' && <StartMessage kind={answer.kind} />}
        {problem && <Banner tone="error">{t(`sources.past.problem.${problem}`)}</Banner>}
        <form
          className="flex flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            if (!isReady) return
            const request = {
              ...range,
              source,
              markets: keysOf(chosen),
              credits: Math.floor(Number(credits)),
            }
            fetcher.submit(JSON.stringify(request), {
              method: 'post',
              action: `/admin/sources/${source}/past-prices`,
              encType: 'application/json',
            })
          }}
        >
          <LeagueField
            source={source}
            isShown={costOfMarket !== null}
            label={t('sources.past.competitions')}
            hint={t('sources.past.competitions-hint')}
            value={sports}
            changed={false}
            onValue={setSports}
          />
          <div className="grid gap-3 md:grid-cols-2">
            <Field label={t('clicks.from')} type="date" value={from} onValue={setFrom} />
            <Field
              label={t('clicks.to')}
              type="date"
              value={to}
              onValue={setTo}
              hint={t('sources.past.utc')}
            />
          </div>
          <SelectField
            label={t('sources.past.every')}
            value={String(everyMinutes)}
            options={SPANS.map((minutes) => ({ value: String(minutes), text: count(minutes) }))}
            onValue={(value) => setEveryMinutes(Number(value))}
          />
          <MarketChoices
            label={t('column.markets')}
            name={t('import.source.past-prices')}
            hint={t('sources.past.markets-hint')}
            keys={markets}
            chosen={chosen}
            changed={false}
            onChoose={setChosen}
          />
          {snapshots > 0 && (
            <p className="text-sm text-heading tabular-nums" aria-live="polite">
              {t('sources.past.estimate', {
                count: snapshots,
                requests: count(snapshots),
                credits: count(cost),
              })}
            </p>
          )}
          <Field
            label={t('sources.past.credits')}
            hint={cost > Number(credits) && Number(credits) > 0 ? t('sources.past.too-few') : undefined}
            type="number"
            inputMode="numeric"
            min={1}
            step={1}
            value={credits}
            onValue={setCredits}
          />
          <ActionButton
            type="submit"
            unavailable={!isReady || fetcher.state !== 'idle' || costOfMarket === null}
            className="button min-h-11 self-start px-6 text-sm"
          >
            {t('import.start')}
          </ActionButton>
        </form>
      </Panel>
      <RunsPanel
        {...runs}
        sportName={placeNames.sport}
        started={answer && 'runId' in answer ? answer.runId : undefined}
      />
    </div>
  )
}

/** The end of a day, or now. */
function endOf(day: string): Date {
  const end = Date.parse(`${day}T00:00:00Z`) + DAY_MS - 1_000
  const now = Date.now()
  return new Date(end > now && end - now < DAY_MS ? now : end)
}
