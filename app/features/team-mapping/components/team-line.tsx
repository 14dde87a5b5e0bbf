import type { TFunction } from 'i18next'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { initials } from '#app/ui/initials.ts'
import { Logo } from '#app/ui/logo.tsx'

interface ShownTeam {
  name: string
  badgeUrl: string | null
  country: string | null
  league: string | null
  gender: string | null
  alternate?: string | null
  score?: number | null
  sport?: string | null
}

/** A team of the sports database with the data that distinguish it from others. */
export function TeamLine({ team }: { team: ShownTeam }) {
  const { t } = useTranslation('admin')
  const facts = [team.sport, team.country, team.league, genderText(t, team.gender)].filter(Boolean)
  return (
    <div className="flex min-w-0 grow items-center gap-3">
      <Logo key={team.badgeUrl} src={badgePath(team.badgeUrl)} size={40} fallback={initials(team.name)} />
      <div className="min-w-0">
        <p className="font-semibold text-heading">
          <bdi className="break-words">{team.name}</bdi>
          {typeof team.score === 'number' && (
            <span className="ms-2 text-xs font-normal whitespace-nowrap text-muted tabular-nums">
              {t('dataMapping.score')} <bdi>{team.score.toFixed(2)}</bdi>
            </span>
          )}
        </p>
        <p className="text-xs text-muted">
          <bdi>{facts.join(' · ')}</bdi>
        </p>
        {team.alternate && (
          <p className="text-xs break-words text-muted">
            <bdi>{team.alternate.split(/[,;]/).join(', ')}</bdi>
          </p>
        )}
      </div>
    </div>
  )
}

/** The URL of the badge on the site itself. */
const badgePath = (url: string | null) => url && `/admin/data-mapping/badge?${new URLSearchParams({ url })}`

const GENDERS = {
  male: 'dataMapping.gender.male',
  female: 'dataMapping.gender.female',
  mixed: 'dataMapping.gender.mixed',
} as const

/** The sports database's value, if it is one of its usual ones. */
function genderText(t: TFunction<'admin'>, gender: string | null): string | null {
  const known = gender?.trim().toLowerCase() ?? ''
  return known in GENDERS ? t(GENDERS[known as keyof typeof GENDERS]) : gender
}
