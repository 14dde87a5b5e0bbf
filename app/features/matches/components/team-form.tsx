import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import type { PastMatch } from '../schema.ts'
import { OutcomeDot } from './outcome-dot.tsx'

/** How each team's last matches ended, the newest first. */
export function TeamForm({ teams }: { teams: { name: string; matches: PastMatch[] }[] }) {
  const { t } = useTranslation('matches')
  return (
    <div className="flex flex-col gap-3">
      <div className="grid gap-3 md:grid-cols-2">
        {teams.map(({ name, matches }) => (
          <div key={name} className="flex flex-col gap-3 rounded-lg border border-line bg-container p-4">
            <h3 className="truncate text-sm font-semibold text-heading">{name}</h3>
            {matches.length === 0 ? (
              <p className="text-sm text-muted">{t('form.none')}</p>
            ) : (
              <ul className="flex gap-2">
                {matches.map((match) => (
                  <li key={match.id}>
                    <OutcomeDot match={match} team={name} />
                  </li>
                ))}
              </ul>
            )}
          </div>
        ))}
      </div>
      <p className="text-xs text-muted">{t('form.note')}</p>
    </div>
  )
}
