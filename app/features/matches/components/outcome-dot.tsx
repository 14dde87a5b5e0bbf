import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import type { OutcomePrediction } from '../../odds/rules.ts'
import type { PastMatch } from '../schema.ts'
import { formEntry } from '../team-form.ts'

const COLOURS: Record<OutcomePrediction, string> = {
  win: 'form-win',
  'win-or-draw': 'form-win',
  draw: 'form-draw',
  'lose-or-draw': 'form-lose',
  lose: 'form-lose',
}

/** One past match of a team: filled for a result, outlined for what the odds said; told in words as well. */
export function OutcomeDot({ match, team }: { match: PastMatch; team: string }) {
  const { t } = useTranslation('matches')
  const entry = formEntry(match, team)
  const opponent = match.example ? t('form.opponent', { number: match.away }) : match.away
  const teams = `${match.home} – ${opponent}`
  const score = match.homeScore === null ? '' : ` ${match.homeScore}–${match.awayScore}`
  const label = entry
    ? `${teams}${score}: ${t(`prediction.${entry.outcome}`)}`
    : `${teams}: ${t('result.unavailable')}`
  const look = entry ? COLOURS[entry.outcome] : 'form-unknown'
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      className={`form-dot ${look} ${entry?.certain ? 'form-certain' : ''}`}
    >
      {entry ? [...t(`prediction.${entry.outcome}`)][0] : '?'}
    </span>
  )
}
