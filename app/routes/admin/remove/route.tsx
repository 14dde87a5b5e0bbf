import { useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { z } from 'zod'
import { usePlaceNames } from '#app/features/catalogue/use-place-names.ts'
import { startRemoval } from '#app/features/removal/commands.server.ts'
import { type Candidates, FoundMatches } from '#app/features/removal/components/found-matches.tsx'
import { readRemovalCandidates } from '#app/features/removal/queries.server.ts'
import { DEFAULT_REMOVAL_OPTION, REMOVAL_OPTIONS } from '#app/features/removal/rules.ts'
import { RunsPanel } from '#app/features/runs/components/runs-panel.tsx'
import { isUnderWay, useRuns } from '#app/features/runs/components/use-runs.ts'
import { startRecorded } from '#app/features/runs/recorded-runs.server.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { ActionButton } from '#app/ui/admin/action-button.tsx'
import { SelectField } from '#app/ui/admin/fields.tsx'
import { AdminPage, Panel } from '#app/ui/admin/page.tsx'
import { readJson } from '../changes.server.ts'
import { adminAction, backOffice } from '../guard.server.ts'
import { useStart } from '../import/use-start.tsx'
import type { Route } from './+types/route'

export { ScreenError as ErrorBoundary } from '../error.tsx'

/** The data that a period would remove, `?option=30`; nothing is read before one is chosen. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { services } = backOffice(context, 'imports.read')
  const option = REMOVAL_OPTIONS.find((it) => it === url.searchParams.get('option'))
  if (!option) return { candidates: null, failed: false }
  try {
    const found = await readRemovalCandidates(services.database.kysely, option, new Date())
    const { matches, odds, from, to } = found
    const candidates: Candidates = {
      option,
      matches,
      odds,
      from: from?.toISOString() ?? null,
      to: to?.toISOString() ?? null,
    }
    return { candidates, failed: false }
  } catch (error) {
    services.log.error({ err: error }, 'Error fetching matches')
    return { candidates: null, failed: true }
  }
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
  const question = useFetcher<Route.ComponentProps['loaderData']>()
  const [option, setOption] = useState<string>(DEFAULT_REMOVAL_OPTION)
  const [asked, setAsked] = useState<string | null>(null)
  const underWay = runs.state?.runs.some(isUnderWay) ?? false
  const answer = question.state === 'idle' ? question.data : undefined
  const isShown =
    answer !== undefined && asked !== null && (answer.failed || answer.candidates?.option === asked)
  const isAsking = isShown && (answer.candidates?.matches ?? 0) > 0
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
            unavailable={underWay || busy || question.state !== 'idle'}
            className="button-quiet min-h-11 self-start px-6 text-sm"
            onClick={() => {
              setAsked(option)
              question.load(`/admin/remove?option=${option}`)
            }}
          >
            {question.state === 'idle' ? t('remove.find') : t('loading')}
          </ActionButton>
          {isShown && (
            <FoundMatches
              candidates={answer.candidates}
              busy={busy}
              question={asking}
              onYes={() => start({ option: asked })}
              onCancel={cancel}
            />
          )}
        </Panel>
        <RunsPanel {...runs} sportName={placeNames.sport} started={started} />
      </div>
    </AdminPage>
  )
}
