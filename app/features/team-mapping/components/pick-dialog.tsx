import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { usePlaceNames } from '#app/features/catalogue/use-place-names.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { withColon } from '#app/platform/i18n/with-colon.ts'
import { Field } from '#app/ui/admin/fields.tsx'
import { ReadProblem } from '#app/ui/admin/read-problem.tsx'
import { useRead } from '#app/ui/admin/use-read.ts'
import type { FoundTeam, MappingCard } from '../queries.server.ts'
import { searchWord } from '../rules.ts'
import { TeamLine } from './team-line.tsx'

/** The wait after the last key before a search is sent. */
const PAUSE_MS = 200
const LEAST_LETTERS = 2

/** Searches for a team in the sports database, for a mapping without a suitable candidate. Open while it is mounted. */
export function PickDialog({
  mapping,
  onPick,
  onClose,
}: {
  mapping: MappingCard
  onPick: (teamId: number) => void
  onClose: () => void
}) {
  const { t, i18n } = useTranslation('admin')
  const names = usePlaceNames()
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState(() => searchWord(mapping.name))
  const search = useTeamSearch(text, mapping.sport)
  useEffect(() => dialog.current?.showModal(), [])
  const title = `${withColon(t('dataMapping.pick'), i18n.language)} ${mapping.name}`
  return (
    <dialog
      ref={dialog}
      aria-label={title}
      onClose={onClose}
      className="modal w-2xl max-w-[calc(100vw-2rem)] rounded-lg border border-card-line bg-card p-4 text-sm text-body"
    >
      <div className="mb-3 flex items-start gap-2">
        <div className="grow">
          <h2 className="text-base font-semibold text-heading">
            {withColon(t('dataMapping.pick'), i18n.language)} <bdi>{mapping.name}</bdi>
          </h2>
          <p className="text-xs text-muted">
            <bdi>{names.line(mapping)}</bdi>
          </p>
        </div>
        <button
          type="button"
          aria-label={t('close')}
          onClick={() => dialog.current?.close()}
          className="inline-flex size-10 shrink-0 items-center justify-center rounded-md hover:bg-card-hover"
        >
          <X aria-hidden="true" className="size-4" />
        </button>
      </div>
      <Field
        label={t('dataMapping.search')}
        hint={t('dataMapping.find-hint')}
        type="search"
        value={text}
        autoComplete="off"
        onValue={setText}
      />
      <p role="status" className="py-2 text-xs text-muted">
        {search.state === 'loading' && t('loading')}
        {search.state === 'found' && t('dataMapping.found', { count: search.teams.length })}
      </p>
      {search.state !== 'idle' && <ReadProblem of={search.reading} />}
      <ul className="flex h-[45dvh] flex-col divide-y divide-line overflow-y-auto">
        {search.teams.map((team) => (
          <li key={team.teamId} className="flex items-center gap-3 py-2">
            <TeamLine team={team} />
            <button
              type="button"
              aria-label={`${withColon(t('dataMapping.take'), i18n.language)} ${team.name}`}
              onClick={() => {
                dialog.current?.close()
                onPick(team.teamId)
              }}
              className="button-quiet min-h-11 shrink-0 px-4 text-sm"
            >
              {t('dataMapping.take')}
            </button>
          </li>
        ))}
      </ul>
    </dialog>
  )
}

function useTeamSearch(text: string, sport: string) {
  const reading = useRead<FoundTeam[]>()
  const { read, data, busy, failure } = reading
  const wanted = text.trim()
  const isLongEnough = wanted.length >= LEAST_LETTERS
  useEffect(() => {
    if (!isLongEnough) return
    const ask = () => read(`/admin/data-mapping/teams?${new URLSearchParams({ q: wanted, sport })}`)
    const timer = setTimeout(ask, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [wanted, isLongEnough, sport, read])
  const teams = (isLongEnough && data) || []
  const answered = failure ? ('failed' as const) : busy || !data ? ('loading' as const) : ('found' as const)
  return { state: isLongEnough ? answered : ('idle' as const), teams, reading }
}
