import { BadgeCheck, TriangleAlert } from 'lucide-react'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatPercent } from '#app/platform/numbers.ts'
import { useRelative } from '#app/ui/time.tsx'
import type { SureBet, SureBetFinding } from '../sure-bets.ts'

/** A real sure bet with its return, the age of its oldest price and its warnings; or why one is held back. */
export function SureBetPanel({ finding }: { finding: SureBetFinding }) {
  const { t, i18n } = useTranslation('matches')
  if (finding.kind === 'none') return null
  if (finding.kind === 'held-back') {
    return (
      <p className="flex gap-3 rounded-lg border border-warning p-4 text-sm text-body">
        <TriangleAlert aria-hidden="true" className="size-5 shrink-0 text-warning" />
        {t('sure-bet.held-back', { percent: formatPercent(finding.returnOnOutlay, i18n.language, 2) })}
      </p>
    )
  }
  return <Found sureBet={finding} />
}

function Found({ sureBet }: { sureBet: SureBet }) {
  const { t, i18n } = useTranslation('matches')
  const age = useRelative(sureBet.oldestPriceAt)
  return (
    <section className="flex flex-col gap-2 rounded-lg border border-focus bg-card p-4 text-sm">
      <h3 className="flex items-center gap-2 font-semibold text-accent">
        <BadgeCheck aria-hidden="true" className="size-5 shrink-0" />
        {t('sure-bet')}:{' '}
        {t('sure-bet.return', { percent: formatPercent(sureBet.returnOnOutlay, i18n.language, 2) })}
      </h3>
      <p className="text-body" suppressHydrationWarning>
        {t('sure-bet.explained', { percent: formatPercent(sureBet.returnOnOutlay, i18n.language, 2), age })}
      </p>
      {sureBet.warnings.map((warning) => (
        <p key={warning} className="flex gap-2 text-warning">
          <TriangleAlert aria-hidden="true" className="size-5 shrink-0" />
          {t(`sure-bet.${warning}`)}
        </p>
      ))}
    </section>
  )
}
