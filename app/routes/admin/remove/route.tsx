import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { usePlaceNames } from '#app/features/catalogue/use-place-names.ts'
import { startRemoval } from '#app/features/removal/commands.server.ts'
import { type Candidates, FoundMatches } from '#app/features/removal/components/found-matches.tsx'
import { DEFAULT_REMOVAL_OPTION, REMOVAL_OPTIONS } from '#app/features/removal/rules.ts'
import { RunsPanel } from '#app/features/runs/components/runs-panel.tsx'
import { isUnderWay, useRuns } from '#app/features/runs/components/use-runs.ts'
import { startRecorded } from '#app/features/runs/recorded-runs.server.ts'
import { requestErrorKey } from '#app/features/runs/run-texts.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { ActionButton } from '#app/ui/admin/action-button.tsx'
import { SelectField } from '#app/ui/admin/fields.tsx'
import { AdminPage, Panel } from '#app/ui/admin/page.tsx'
import { ReadProblem } from '#app/ui/admin/read-problem.tsx'
import { useRead } from '#app/ui/admin/use-read.ts'
import { readJson } from '../changes.server.ts'
import { adminAction, backOffice } from '../guard.server.ts'
import { useStart } from '../import/use-start.tsx'
import type { Route } from './+types/route'

export { ScreenError as ErrorBoundary } from '../error.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  backOffice(context, 'imports.read')
  return null
}

const removalRequest = z.object({ option: z.enum(REMOVAL_OPTIONS) })

export const action = adminAction('imports.change', async ({ services, actor, request }) => {
  const { option } = await readJson(request, removalRequest)
  const removal = { option, administratorId: actor.id, now: new Date() }
  return startRecorded(services, actor, { label: 'removal', after: { option } }, (desk) =>
    startRemoval(desk, removal),
  )
})

export default function RemoveOldData() {
  const { t } = useTranslation('admin')
  const [started, setStarted] = useState<string>()
  const placeNames = usePlaceNames()
  const runs = useRuns('/admin/runs?kinds=removal', started)
  const { start, busy, message } = useStart((runId) => {
    setStarted(runId)
    runs.renew()
    cancel()
  })
  const finder = useRef<HTMLButtonElement>(null)
  const asking = useRef<HTMLElement>(null)
  const question = useRead<Candidates>()
  const [option, setOption] = useState<string>(DEFAULT_REMOVAL_OPTION)
  const [asked, setAsked] = useState<string | null>(null)
  const underWay = runs.state?.runs.some(isUnderWay) ?? false
  const found = !question.busy && question.data?.option === asked ? question.data : undefined
  const isAsking = found !== undefined && found.matches > 0
  // The confirmation has the focus while it is open, and returns it afterwards.
  useEffect(() => {
    if (isAsking) asking.current?.focus()
  }, [isAsking])
  const cancel = () => {
    if (asking.current?.contains(document.activeElement)) finder.current?.focus()
    setAsked(null)
  }
  return (
    <AdminPage title={t('menu.remove')} description={t('remove.description')}>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Panel title={t('remove.period')}>
          {message}
          <SelectField
            label={t('remove.older-than')}
            value={option}
            disabled={underWay}
            options={REMOVAL_OPTIONS.map((value) => ({
              value,
              text: value === 'all' ? t('remove.all') : t('remove.days', { count: Number(value) }),
            }))}
            onValue={(value) => {
              setOption(value)
              setAsked(null)
            }}
          />
          <ActionButton
            ref={finder}
            unavailable={underWay || busy || question.busy}
            className="button-quiet min-h-11 self-start px-6 text-sm"
            onClick={() => {
              setAsked(option)
              question.read(`/admin/remove/candidates?option=${option}`)
            }}
          >
            {question.busy ? t('loading') : t('remove.find')}
          </ActionButton>
          {asked !== null && <ReadProblem of={question} text={t(requestErrorKey('no_candidates'))} />}
          {found && (
            <FoundMatches
              candidates={found}
              busy={busy}
              question={asking}
              onYes={() => start({ option: found.option })}
              onCancel={cancel}
            />
          )}
        </Panel>
        <RunsPanel {...runs} sportName={placeNames.sport} started={started} />
      </div>
    </AdminPage>
  )
}
