import { useState } from 'react'
import { usePlaceNames } from '#app/features/catalogue/use-place-names.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { ActionButton } from '#app/ui/admin/action-button.tsx'
import { Field, SelectField, Toggle } from '#app/ui/admin/fields.tsx'
import { type ImportTool, toolKey } from './tools.ts'
import { useStart } from './use-start.tsx'

/** The default number of past matches that a run looks up. */
const STOP_AFTER = '25'

/** The form for an import from TheSportsDB. */
export function ToolForm({
  tool,
  countries,
  onStart,
}: {
  tool: Exclude<ImportTool, 'odds'>
  /** Names of known countries. */
  countries: readonly string[]
  onStart: (runId: string | undefined) => void
}) {
  const { t } = useTranslation('admin')
  const names = usePlaceNames()
  const [sport, setSport] = useState('Soccer')
  const [country, setCountry] = useState('')
  const [leagueId, setLeagueId] = useState('')
  const [stopAfter, setStopAfter] = useState(STOP_AFTER)
  const [skipExisting, setSkipExisting] = useState(true)
  const { start, busy, message } = useStart(onStart)
  const ofPlace = tool === 'leagues' || tool === 'teams'
  const params = {
    ...(ofPlace ? { sport, ...(country ? { country } : {}) } : {}),
    ...(tool === 'seasons' && leagueId ? { leagueId } : {}),
    ...(tool === 'events' ? { stopAfter, skipExisting } : {}),
  }
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        start({ kind: 'tool', choice: { tool: toolKey(tool), ...params } })
      }}
    >
      {message}
      {ofPlace && (
        <>
          <Field label={t('choose.sport')} value={sport} required onValue={setSport} />
          <SelectField
            label={t('choose.country')}
            value={country}
            options={[
              { value: '', text: t('import.all-countries') },
              ...countries.map((name) => ({ value: name, text: names.country(name) })),
            ]}
            onValue={setCountry}
          />
        </>
      )}
      {tool === 'seasons' && (
        <Field
          label={t('import.league-id')}
          hint={t('import.league-id-hint')}
          type="number"
          inputMode="numeric"
          min={1}
          value={leagueId}
          onValue={setLeagueId}
        />
      )}
      {tool === 'events' && (
        <>
          <Field
            label={t('import.stop-after')}
            hint={t('import.stop-after-hint')}
            type="number"
            min={-1}
            step={1}
            required
            value={stopAfter}
            onValue={setStopAfter}
          />
          <Toggle label={t('import.skip-existing')} on={skipExisting} onToggle={setSkipExisting} />
        </>
      )}
      <ActionButton type="submit" unavailable={busy} className="button min-h-11 self-start px-6 text-sm">
        {t('import.start')}
      </ActionButton>
    </form>
  )
}
