import { ScoreText } from '#app/features/matches/components/score-text.tsx'
import type { PastMatch } from '#app/features/matches/schema.ts'
import { formEntry } from '#app/features/matches/team-form.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Moment } from './moment.tsx'
import { PastNames } from './past-names.tsx'

interface Team {
  name: string
  /** Its page; null if it has none. */
  href: string | null
  matches: PastMatch[]
}

interface TeamFormsProps {
  teams: Team[]
  /** The heading of a team's matches. */
  history: (team: string) => { title: string; text: string }
}

/** The outcomes of each team's last matches, newest first, with the results on demand. */
export function TeamForms({ teams, history }: TeamFormsProps) {
  const { t } = useTranslation('matches')
  const isExpected = teams.some(({ name, matches }) =>
    matches.some((match) => formEntry(match, name)?.certain === false),
  )
  return (
    <>
      <div className="columns">
        {teams.map((team) => (
          <Form key={team.name} {...team} history={history(team.name)} />
        ))}
      </div>
      {isExpected && <p className="hint">{t('form.note')}</p>}
    </>
  )
}

const LOOKS = {
  win: 'won',
  'win-or-draw': 'won',
  draw: 'drawn',
  'lose-or-draw': 'lost',
  lose: 'lost',
} as const

function Form({ name, href, matches, history }: Team & { history: { title: string; text: string } }) {
  const { t } = useTranslation('matches')
  const isExample = matches.some((match) => match.example)
  return (
    <div className="box">
      <header>
        <h3>
          {href === null ? (
            <bdi>{history.title}</bdi>
          ) : (
            <a href={href}>
              <bdi>{history.title}</bdi>
            </a>
          )}
        </h3>
        {isExample && <small className="tag">{t('form.example')}</small>}
      </header>
      <p>{history.text}</p>
      {matches.length === 0 ? (
        <p className="hint">{t('form.none')}</p>
      ) : (
        <ul className="form">
          {matches.map((match) => (
            <FormItem key={match.id} match={match} team={name} />
          ))}
        </ul>
      )}
      {isExample && <p className="hint">{t('form.example-note')}</p>}
    </div>
  )
}

function FormItem({ match, team }: { match: PastMatch; team: string }) {
  const { t } = useTranslation('matches')
  const entry = formEntry(match, team)
  const said = entry ? t(`prediction.${entry.outcome}`) : t('result.unavailable')
  const nameOf = (side: string) =>
    match.example && side === match.away ? t('form.opponent', { number: match.away }) : side
  return (
    <li>
      <span
        role="img"
        aria-label={said}
        title={said}
        className={`outcome ${entry ? LOOKS[entry.outcome] : ''} ${entry?.certain ? 'certain' : ''}`}
      >
        {entry ? [...said][0] : '?'}
      </span>
      <Moment at={match.startTime} style="shortDate" />
      <PastNames of={match} home={nameOf(match.home)} away={nameOf(match.away)} />
      {match.homeScore !== null && match.awayScore !== null && (
        <b>
          <ScoreText home={match.homeScore} away={match.awayScore} />
        </b>
      )}
    </li>
  )
}
