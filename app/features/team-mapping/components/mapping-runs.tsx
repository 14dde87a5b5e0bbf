import { useLayoutEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { ActionButton } from '#app/ui/admin/action-button.tsx'
import { Panel } from '#app/ui/admin/page.tsx'
import { NotAdmitted } from '#app/ui/admin/save-bar.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { Link } from '#app/ui/link.tsx'
import type { Choice, LastRuns, RunState } from '../queries.server.ts'
import type { MappingScope, RunKind } from '../schema.ts'
import { RunDetails } from './run-details.tsx'
import { RunStatus } from './run-status.tsx'
import { ScopeFields } from './scope-fields.tsx'
import { isUnderWay, useEnd, useMappingRuns } from './use-mapping-runs.ts'

/** The response of the URL of the runs. */
type Answer =
  | { kind: 'started' | 'running' | 'cancelled' | 'over'; runs: LastRuns }
  | { kind: 'signed-out' | 'forbidden' | 'failed' }

/** The two tools: names for matches, and teams of the sports database for the teams of matches. */
export function MappingRuns({
  sports,
  initial,
  hasTeams,
  onTeamsEnd,
}: {
  sports: readonly Choice[]
  initial: LastRuns
  hasTeams: boolean
  onTeamsEnd: () => void
}) {
  const { t } = useTranslation('admin')
  const { runs, renew } = useMappingRuns(initial)
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      <RunPanel
        kind="data"
        run={runs.data}
        sports={sports}
        renew={renew}
        texts={{
          title: t('menu.data-mapping'),
          about: t('dataMapping.data.about'),
          start: t('dataMapping.data.start'),
          busy: t('dataMapping.data.busy'),
          details: t('dataMapping.log'),
        }}
      />
      <RunPanel
        kind="teams"
        run={runs.teams}
        sports={sports}
        renew={renew}
        onEnd={onTeamsEnd}
        texts={{
          title: t('dataMapping.teams.title'),
          about: t('dataMapping.teams.about'),
          start: t('dataMapping.teams.start'),
          busy: t('dataMapping.teams.busy'),
          details: t('dataMapping.debug'),
        }}
      >
        {!hasTeams && (
          <Banner tone="notice">
            {t('dataMapping.empty.import')}{' '}
            <Link to="/admin/import?tool=teams" className="underline">
              {t('dataMapping.import-first')}
            </Link>
          </Banner>
        )}
      </RunPanel>
    </div>
  )
}

const EVERYTHING: MappingScope = { sportId: null, countryId: null, leagueId: null }

function RunPanel({
  kind,
  run,
  sports,
  renew,
  onEnd,
  texts,
  children,
}: {
  kind: RunKind
  run: RunState | null
  sports: readonly Choice[]
  renew: (known?: LastRuns) => void
  onEnd?: () => void
  texts: Record<'title' | 'about' | 'start' | 'busy' | 'details', string>
  children?: React.ReactNode
}) {
  const [scope, setScope] = useState(EVERYTHING)
  const { submit, busy, message } = useRunRequest(renew)
  const isFresh = useEnd(run, onEnd)
  const running = busy || isUnderWay(run)
  return (
    <Panel title={texts.title}>
      <p className="text-sm text-muted">{texts.about}</p>
      {children}
      {message}
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          submit({ intent: 'start', kind, scope })
        }}
      >
        <ScopeFields sports={sports} scope={scope} onScope={setScope} />
        <ActionButton
          type="submit"
          unavailable={running}
          className="button min-h-11 min-w-44 self-start px-6 text-sm"
        >
          {running ? texts.busy : texts.start}
        </ActionButton>
      </form>
      <RunStatus
        run={run}
        isStarting={busy}
        isFresh={isFresh}
        onCancel={busy ? undefined : (runId) => submit({ intent: 'cancel', runId })}
      />
      {run && <RunDetails title={texts.details} run={run} />}
    </Panel>
  )
}

/** Starts or stops a run, and shows an error if that fails. */
function useRunRequest(renew: (known?: LastRuns) => void) {
  const { t } = useTranslation('admin')
  const { data, state, submit } = useFetcher<Answer>()
  // Updates before the next paint: otherwise the run would seem to have ended between the response and the next
  // request.
  useLayoutEffect(() => {
    if (data && 'runs' in data) renew(data.runs)
  }, [data, renew])
  return {
    busy: state !== 'idle',
    submit: (request: object) =>
      submit(JSON.stringify(request), {
        method: 'post',
        action: '/admin/data-mapping/runs',
        encType: 'application/json',
      }),
    message: state === 'idle' && data && (
      <>
        <NotAdmitted outcome={data} />
        {data.kind === 'failed' && <Banner tone="error">{t('dataMapping.start-failed')}</Banner>}
      </>
    ),
  }
}
