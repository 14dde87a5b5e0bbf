import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Name } from '#app/ui/name.tsx'
import type { PastMatch } from '../schema.ts'
import { OutcomeDot } from './outcome-dot.tsx'

/** What stands above the dots of a team. */
interface Heading {
  title: string
  text: string
}

interface Team {
  name: string
  matches: PastMatch[]
}

/** How each team's last matches ended, the newest first. */
export function TeamForm({ teams, history }: { teams: Team[]; history: (team: string) => Heading }) {
  const { t } = useTranslation('matches')
  return (
    <div className="flex flex-col gap-3">
      <div className="grid grid-cols-1 gap-3 md:grid-cols-2">
        {teams.map((team) => (
          <TeamCard key={team.name} {...team} history={history(team.name)} />
        ))}
      </div>
      <p className="text-xs text-muted">{t('form.note')}</p>
    </div>
  )
}

function TeamCard({ name, matches, history }: Team & { history: Heading }) {
  const { t } = useTranslation('matches')
  const isExample = matches.some((match) => match.example)
  return (
    <div className="flex flex-col gap-3 rounded-lg border border-line bg-container p-4">
      <div className="flex items-center justify-between gap-3">
        <h3 className="min-w-0 text-sm font-semibold text-heading">
          <Name>{history.title}</Name>
        </h3>
        {isExample && (
          <span className="shrink-0 rounded-full border border-warning px-2 text-xs text-warning">
            {t('form.example')}
          </span>
        )}
      </div>
      <p className="text-xs text-body">{history.text}</p>
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
      {isExample && <p className="text-xs text-muted">{t('form.example-note')}</p>}
    </div>
  )
}
