import type { ListedExperiment } from '#app/features/experiments/commands.server.ts'
import { meanOf } from '#app/features/experiments/decide.ts'
import { settingsOf, VARIANTS } from '#app/features/experiments/schema.ts'
import { isUneven } from '#app/features/experiments/statistics.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatCount, formatHundredths, formatMoney, formatPercent } from '#app/platform/numbers.ts'
import { formatDate } from '#app/platform/time.ts'
import { ActionButton } from '#app/ui/admin/action-button.tsx'
import { Panel } from '#app/ui/admin/page.tsx'
import { Progress } from '#app/ui/admin/progress.tsx'
import { Changing } from '#app/ui/admin/rights.tsx'
import { NotAdmitted } from '#app/ui/admin/save-bar.tsx'
import { AdminRow, AdminTable, CELL } from '#app/ui/admin/table.tsx'
import { useRequest } from '#app/ui/admin/use-request.ts'
import { Banner } from '#app/ui/banner.tsx'
import { useZone } from '#app/ui/clock.tsx'
import type { Refused } from '../guard.server.ts'
import { type AdoptedSettings, listTexts } from './adopted.tsx'
import { useStoppingRule } from './stopping-rule.ts'

type Outcome = Refused | { kind: 'done' | 'gone' | 'other' }

interface ExperimentPanelProps {
  experiment: ListedExperiment
  bookmakers: readonly { id: string; name: string }[]
  adopted: AdoptedSettings
}

/** An experiment: what it changes, its rule, its figures, and its decision. */
export function ExperimentPanel({ experiment, bookmakers, adopted }: ExperimentPanelProps) {
  const { t, i18n } = useTranslation('admin')
  const ruleOf = useStoppingRule()
  const { outcome, busy, send } = useRequest<Outcome>()
  const { id, name, started_at, ended_at, decision, figures } = experiment
  const zone = useZone()
  const at = (instant: Date) => formatDate(instant, 'fullDateTime', i18n.language, zone)
  const act = (kind: 'start' | 'stop' | 'delete' | 'adopt', text: string, look: string) => (
    <ActionButton
      unavailable={busy}
      className={`${look} min-h-10 px-4 text-sm`}
      onClick={() => send({ kind, id })}
    >
      {text}
      <span className="sr-only"> {name}</span>
    </ActionButton>
  )
  const canAdopt = isAdoptable(experiment, adopted)
  const [a, b] = VARIANTS.map((variant) => figures?.[variant].units ?? 0) as [number, number]
  return (
    <Panel title={name}>
      <p className="text-sm font-semibold text-heading">
        {decision
          ? t(`experiments.decision.${decision === 'b' && !canAdopt ? 'adopted' : decision}`)
          : t(started_at ? 'experiments.runs' : 'experiments.new')}
      </p>
      <p className="text-sm text-body" suppressHydrationWarning>
        {started_at && t('experiments.started', { at: at(started_at) })}{' '}
        {ended_at && t('experiments.ended', { at: at(ended_at) })}
      </p>
      <p className="text-sm text-body">
        <Change experiment={experiment} bookmakers={bookmakers} />{' '}
        {t('experiments.share-of', { share: formatPercent(experiment.share / 100, i18n.language, 0) })}
      </p>
      <p className="text-sm text-muted">{ruleOf(experiment)}</p>
      {figures && (
        <p className="flex">
          <Progress
            label={t('experiments.progress')}
            percent={Math.min(100, (100 * Math.min(a, b)) / experiment.needed)}
          />
        </p>
      )}
      {isUneven(a, b) && <Banner tone="error">{t('experiments.uneven')}</Banner>}
      <Figures experiment={experiment} />
      {experiment.isWithheld && started_at && (
        <p className="text-sm text-muted">{t('experiments.withheld')}</p>
      )}
      <NotAdmitted outcome={outcome} />
      {outcome?.kind === 'other' && <Banner tone="error">{t('experiments.other')}</Banner>}
      {(outcome?.kind === 'gone' || outcome?.kind === 'failed') && (
        <Banner tone="error">{t('experiments.gone')}</Banner>
      )}
      <Changing>
        <div className="flex flex-wrap gap-2">
          {!started_at && act('start', t('experiments.start'), 'button')}
          {!started_at && act('delete', t('experiments.delete'), 'button-quiet')}
          {started_at && !ended_at && act('stop', t('experiments.stop'), 'button-quiet')}
          {canAdopt && act('adopt', t('experiments.adopt'), 'button')}
        </div>
      </Changing>
    </Panel>
  )
}

/** Whether it names a winner that the settings do not have already. */
function isAdoptable({ decision, ...experiment }: ListedExperiment, adopted: AdoptedSettings) {
  const settings = Object.entries(settingsOf(experiment, adopted.way_texts))
  return (
    decision === 'b' && settings.some(([column, value]) => adopted[column as keyof AdoptedSettings] !== value)
  )
}

/** What variant B changes. */
function Change({ experiment, bookmakers }: Pick<ExperimentPanelProps, 'experiment' | 'bookmakers'>) {
  const { t } = useTranslation('admin')
  const { kind, texts, colour, bookmaker_ids } = experiment
  if (kind === 'order') {
    const names = bookmaker_ids.map((id) => bookmakers.find((it) => it.id === id)?.name ?? '–')
    return t('experiments.b-order', { bookmakers: names.join(', ') })
  }
  return (
    <>
      {Object.keys(texts).length > 0 && t('experiments.b-text', { texts: listTexts(texts) })}{' '}
      {colour && t('experiments.b-colour', { colour })}
    </>
  )
}

function Figures({ experiment }: { experiment: ListedExperiment }) {
  const { t, i18n } = useTranslation('admin')
  const { result, figures, outcome, currency, alpha, decision } = experiment
  const shown = result ?? figures
  if (!shown) return null
  const isOfAmounts = outcome === 'earnings'
  const number = (count: number) => formatCount(count, i18n.language)
  const value = (of: number | null) => {
    if (of === null) return '–'
    return isOfAmounts
      ? formatMoney(of.toFixed(4), currency ?? '', i18n.language)
      : formatPercent(of, i18n.language, 2)
  }
  const units = t(outcome === 'clicks' ? 'experiments.visitors' : 'clicks.clicks')
  return (
    <>
      <AdminTable
        label={t('experiments.figures')}
        columns={[
          { key: 'variant', text: t('experiments.variant') },
          { key: 'units', text: units },
          { key: 'successes', text: t(`experiments.counted.${outcome}`) },
          { key: 'rate', text: t(`experiments.rate.${outcome}`) },
        ]}
      >
        {VARIANTS.map((variant) => {
          const of = shown[variant]
          return (
            <AdminRow key={variant} changed={false}>
              <td className={CELL}>{t(`experiments.variant.${variant}`)}</td>
              <td className={`${CELL} tabular-nums`}>{number(of.units)}</td>
              <td className={`${CELL} tabular-nums`}>
                {of.successes === null ? value(of.sum) : number(of.successes)}
              </td>
              <td className={`${CELL} tabular-nums`}>{value(meanOf(of))}</td>
            </AdminRow>
          )
        })}
      </AdminTable>
      {result && result.difference !== null && (
        <p className="text-sm text-body">
          {t(decision === 'stopped' ? 'experiments.difference-stopped' : 'experiments.difference', {
            difference: value(result.difference),
            low: value(result.low),
            high: value(result.high),
            sure: formatPercent(1 - alpha, i18n.language, 0),
            p: probabilityText(result.p ?? 1, i18n.language),
          })}
        </p>
      )}
    </>
  )
}

const LEAST_SHOWN_P = 0.001

/** 'p = 0.042', or 'p < 0.001': no p is 0. */
function probabilityText(p: number, language: string): string {
  const number = formatHundredths(Math.max(p, LEAST_SHOWN_P), language, 3)
  return `p ${p < LEAST_SHOWN_P ? '<' : '='} ${number}`
}
