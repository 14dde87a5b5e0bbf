import type { ListedExperiment } from '#app/features/experiments/commands.server.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatCount, formatMoney, formatPercent } from '#app/platform/numbers.ts'

type Rule = Pick<
  ListedExperiment,
  'outcome' | 'needed' | 'window_days' | 'baseline' | 'effect' | 'alpha' | 'power' | 'currency'
>

/** The stopping rule in words; without its reason, where the figures are withheld. */
export function useStoppingRule(): (rule: Rule) => string {
  const { t, i18n } = useTranslation('admin')
  const percent = (share: number, decimals = 0) => formatPercent(share, i18n.language, decimals)
  return ({ outcome, needed, window_days, baseline, effect, alpha, power, currency }) => {
    const number = formatCount(needed, i18n.language)
    const rule =
      outcome === 'clicks'
        ? t('experiments.rule-visitors', { number })
        : t('experiments.rule-clicks', { number, days: formatCount(window_days, i18n.language) })
    if (baseline === null) return rule
    const why = t('experiments.rule-why', {
      effect: percent(effect, 1),
      baseline:
        outcome === 'earnings'
          ? formatMoney(baseline.toFixed(2), currency ?? '', i18n.language)
          : percent(baseline, 2),
      power: percent(power),
      alpha: percent(alpha),
    })
    return `${rule} ${why}`
  }
}
