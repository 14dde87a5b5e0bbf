import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { usePlaceNames } from '#app/features/catalogue/use-place-names.ts'
import type { FeedSports } from '#app/features/imports/read/feed-sports.server.ts'
import { requestErrorKey, sourceText } from '#app/features/runs/run-texts.ts'
import type { Source } from '#app/features/sources/contract.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { withColon } from '#app/platform/i18n/with-colon.ts'
import { ActionButton } from '#app/ui/admin/action-button.tsx'
import { Field, SelectField } from '#app/ui/admin/fields.tsx'
import { ReadProblem } from '#app/ui/admin/read-problem.tsx'
import { useRead } from '#app/ui/admin/use-read.ts'
import { Banner } from '#app/ui/banner.tsx'
import { useStart } from './use-start.tsx'

/** The form for an import of fixtures and prices: the feed, the sport, and the position of a new sport in the menu. */
export function OddsForm({
  sources,
  onStart,
}: {
  sources: readonly (Pick<Source, 'key' | 'everything'> & { isSetUp: boolean })[]
  onStart: (runId: string | undefined) => void
}) {
  const { t, i18n } = useTranslation('admin')
  const [source, setSource] = useState((sources.find(({ isSetUp }) => isSetUp) ?? sources[0])?.key ?? '')
  const names = usePlaceNames()
  const [sport, setSport] = useState('')
  const [menuPosition, setMenuPosition] = useState('')
  const offered = useRead<FeedSports>()
  const { start, busy, message } = useStart(onStart)
  const { read } = offered
  useEffect(() => {
    setSport('')
    read(`/admin/import/sports?source=${encodeURIComponent(source)}`)
  }, [source, read])
  const sports = !offered.busy && offered.data?.kind === 'sports' ? offered.data.sports : []
  const everything = t(sources.find(({ key }) => key === source)?.everything ?? 'import.all-sports')
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        const choice = { source, ...(sport ? { sport } : {}), ...(menuPosition ? { menuPosition } : {}) }
        start({ kind: 'odds', choice })
      }}
    >
      {message}
      <ReadProblem of={offered} />
      {offered.data?.kind === 'unavailable' && (
        <Banner tone="error">
          {t(requestErrorKey('unavailable'))} <bdi className="text-xs">{offered.data.message}</bdi>
        </Banner>
      )}
      {offered.data?.kind === 'not_configured' && (
        <Banner tone="notice">
          {t(requestErrorKey('not_configured'))}{' '}
          <Link to={`/admin/sources/${source}`} className="underline">
            {sourceText(t, source)}
          </Link>
        </Banner>
      )}
      <SelectField
        label={t('import.feed')}
        value={source}
        options={sources.map(({ key }) => ({ value: key, text: sourceText(t, key) }))}
        onValue={setSource}
      />
      <SelectField
        label={t('choose.sport')}
        value={sport}
        disabled={sports.length === 0}
        options={[
          { value: '', text: offered.busy ? t('loading') : everything },
          ...sports.map(({ value, label, group }) => ({
            value,
            text: group ? `${withColon(names.either(group), i18n.language)} ${label}` : names.sport(label),
          })),
        ]}
        onValue={setSport}
      />
      <Field
        label={t('import.menu-position')}
        hint={t('import.menu-position-hint')}
        type="number"
        inputMode="numeric"
        min={0}
        step={1}
        value={menuPosition}
        onValue={setMenuPosition}
      />
      <ActionButton type="submit" unavailable={busy} className="button min-h-11 self-start px-6 text-sm">
        {t('import.start')}
      </ActionButton>
    </form>
  )
}
