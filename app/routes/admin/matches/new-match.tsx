import { Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import type { Choice } from '#app/features/catalogue/editor-queries.server.ts'
import { sportName } from '#app/features/catalogue/place-names.ts'
import { usePlaceNames } from '#app/features/catalogue/use-place-names.ts'
import { columnText, problemText } from '#app/platform/edit/column-text.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { fromDateTimeField, zoneName } from '#app/platform/time.ts'
import { ActionButton } from '#app/ui/admin/action-button.tsx'
import { Field } from '#app/ui/admin/fields.tsx'
import { Changing } from '#app/ui/admin/rights.tsx'
import { NotDone } from '#app/ui/admin/save-bar.tsx'
import { UnsavedGuard } from '#app/ui/admin/unsaved-guard.tsx'
import { useRequest } from '#app/ui/admin/use-request.ts'
import { Banner } from '#app/ui/banner.tsx'
import { useZone } from '#app/ui/clock.tsx'
import { Instant } from '#app/ui/time.tsx'
import type { Refused } from '../guard.server.ts'

type Outcome =
  | Refused
  | ({ kind: 'created' | 'known'; teams: string; start: string } & Record<(typeof PLACE)[number], string>)
  | { kind: 'refused-match'; problems: { column: string; problem: string }[] }

const PLACE = ['sport', 'country', 'league'] as const
const TEAMS = ['home_team', 'away_team'] as const
type Column = (typeof PLACE)[number] | (typeof TEAMS)[number] | 'start_time'

interface NewMatchProps {
  /** The names of the chosen place. */
  chosen: Record<(typeof PLACE)[number], string>
  /** Known names that a field offers. */
  known: Record<(typeof PLACE)[number], readonly Choice[]>
  isOpen: boolean
}

/** Makes a match that no feed sends, with its league if that is new. */
export function NewMatch({ chosen, known, isOpen }: NewMatchProps) {
  const { t, i18n } = useTranslation('admin')
  const zone = useZone()
  const id = useId()
  const { outcome, busy, send } = useRequest<Outcome>(({ kind }) => {
    if (kind !== 'created' && kind !== 'known') return
    // The next match is often one of the same league and time.
    const next = kind === 'created' ? { ...typed, home_team: '', away_team: '' } : typed
    setTyped(next)
    setStart(next)
  })
  const names = usePlaceNames()
  const nameOf = { sport: names.sport, country: names.country, league: (name: string) => name }
  const named = Object.fromEntries(
    PLACE.map((column) => [column, nameOf[column](chosen[column])]),
  ) as typeof chosen
  /** The name that is stored: of a known place that was chosen by its name in the operator's language, that of the place. */
  const storedName = (column: (typeof PLACE)[number]) =>
    known[column].find(({ name }) => nameOf[column](name) === typed[column])?.name ?? typed[column]
  const [start, setStart] = useState({ ...named, home_team: '', away_team: '', start_time: '' })
  const [typed, setTyped] = useState(start)
  // It stays open when the first match has made a sport.
  const [isShown, setShown] = useState(isOpen)
  const isMade = outcome?.kind === 'created' || outcome?.kind === 'known'
  const isUnsent = Object.entries(start).some(([column, value]) => typed[column as Column] !== value)
  const sport = typed.sport.trim()
  const keptAs = sportName(sport)
  const field = (column: Column) => ({
    label: columnText(t, column),
    value: typed[column],
    problem:
      outcome?.kind === 'refused-match'
        ? problemText(t, outcome.problems.find((it) => it.column === column)?.problem)
        : undefined,
    onValue: (text: string) => setTyped((before) => ({ ...before, [column]: text })),
  })
  return (
    <Changing>
      <UnsavedGuard when={isUnsent} subjects={PLACE} />
      <details
        open={isShown}
        onToggle={({ currentTarget }) => setShown(currentTarget.open)}
        className="rounded-lg border border-card-line bg-card p-4"
      >
        <summary
          data-add
          className="flex min-h-10 cursor-pointer items-center gap-2 text-base font-semibold text-heading"
        >
          <Plus aria-hidden="true" className="size-4" />
          {t('matches.new')}
        </summary>
        {isShown && (
          <form
            className="flex flex-col gap-3 pt-3"
            onSubmit={(event) => {
              event.preventDefault()
              const start_time = fromDateTimeField(typed.start_time)?.toISOString() ?? ''
              const place = Object.fromEntries(PLACE.map((column) => [column, storedName(column)]))
              send({ kind: 'create', values: { ...typed, ...place, start_time } })
            }}
          >
            <p className="text-sm text-muted">{t('matches.new-hint')}</p>
            <div className="grid items-start gap-3 md:grid-cols-3">
              {PLACE.map((column) => (
                <div key={column}>
                  <Field
                    {...field(column)}
                    longest={200}
                    dir="auto"
                    list={`${id}-${column}`}
                    hint={
                      column === 'sport' && keptAs !== sport
                        ? t('matches.sport-kept-as', { name: names.sport(keptAs) })
                        : undefined
                    }
                  />
                  <datalist id={`${id}-${column}`}>
                    {known[column].map((choice) => (
                      <option key={choice.id} value={nameOf[column](choice.name)} />
                    ))}
                  </datalist>
                </div>
              ))}
              {TEAMS.map((column) => (
                <Field key={column} {...field(column)} longest={200} dir="auto" />
              ))}
              <Field {...field('start_time')} type="datetime-local" hint={zoneName(zone, i18n.language)} />
            </div>
            {isMade && (
              <Banner tone={outcome.kind === 'created' ? 'success' : 'notice'}>
                {outcome.kind === 'created' ? (
                  t('matches.made')
                ) : (
                  <>
                    {t('matches.known')} <bdi>{outcome.teams}</bdi>,{' '}
                    <Instant at={outcome.start} style="fullDateTime" />.
                  </>
                )}{' '}
                <Link to={`?${new URLSearchParams(placeOf(outcome))}`} className="underline">
                  {t('matches.show-league')}
                </Link>
              </Banner>
            )}
            <NotDone outcome={outcome} />
            <ActionButton
              type="submit"
              unavailable={busy}
              className="button min-h-10 self-start px-4 text-sm"
            >
              {t('matches.make')}
            </ActionButton>
          </form>
        )}
      </details>
    </Changing>
  )
}

const placeOf = ({ sport, country, league }: Record<(typeof PLACE)[number], string>) => ({
  sport,
  country,
  league,
})
