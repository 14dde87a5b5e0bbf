import { useId, useState } from 'react'
import { useFetcher } from 'react-router'
import { usePlaceNames } from '#app/features/catalogue/use-place-names.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatCount, formatList } from '#app/platform/numbers.ts'
import { ActionButton } from '#app/ui/admin/action-button.tsx'
import { DecidedRows } from '#app/ui/admin/decided-rows.tsx'
import { Panel } from '#app/ui/admin/page.tsx'
import { Pages } from '#app/ui/admin/pages.tsx'
import { NotAdmitted } from '#app/ui/admin/save-bar.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { Instant } from '#app/ui/time.tsx'
import type { OutrightToDecide, WinnersOutcome, WinnersRequest } from '../schema.ts'

const SCREEN = '/admin/review?tab=outrights'

/** Outrights that are closed, each with its participants, for an operator to store who has won. */
export function WinnerList({
  outrights,
  total,
  page,
  pages,
}: {
  outrights: readonly OutrightToDecide[]
  total: number
  page: number
  pages: number
}) {
  const { t, i18n } = useTranslation('admin')
  return (
    <Panel title={t('review.outrights', { number: formatCount(total, i18n.language) })}>
      <DecidedRows rows={outrights} none={t('review.outrights-none')}>
        {(outright, focusList) => <WinnerRow key={outright.id} outright={outright} onStore={focusList} />}
      </DecidedRows>
      <Pages page={page} pages={pages} to={(number) => `?tab=outrights&page=${number}`} />
    </Panel>
  )
}

function WinnerRow({ outright, onStore }: { outright: OutrightToDecide; onStore: () => void }) {
  const { t, i18n } = useTranslation('admin')
  const places = usePlaceNames()
  const heading = useId()
  const { data, state, submit } = useFetcher<WinnersOutcome | { kind: 'signed-out' | 'failed' }>()
  const { id, name, closedAt, participants } = outright
  const [picked, setPicked] = useState<ReadonlySet<number>>(
    new Set(participants.flatMap(({ position, hasWon }) => (hasWon ? [position] : []))),
  )
  const isBusy = state !== 'idle'
  const pick = (position: number, isPicked: boolean) => {
    const next = new Set(picked)
    if (isPicked) next.add(position)
    else next.delete(position)
    setPicked(next)
  }
  const store = () => {
    // The row moves behind those without winners; keep the keyboard focus in the list.
    onStore()
    const request: WinnersRequest = { outright: id, winners: [...picked] }
    submit(JSON.stringify(request), { method: 'post', action: SCREEN, encType: 'application/json' })
  }
  const winners = participants.flatMap(({ position, name: one }) => (picked.has(position) ? [one] : []))
  return (
    <article
      aria-labelledby={heading}
      aria-busy={isBusy}
      className="flex flex-col gap-2 rounded-md border border-line p-3 text-sm aria-busy:opacity-70"
    >
      <div>
        <h3 id={heading} className="font-semibold text-heading">
          <bdi>{name}</bdi>
        </h3>
        <p className="text-xs text-muted">
          <bdi>{places.line(outright)}</bdi> · <Instant at={closedAt} style="dateTime" />
        </p>
      </div>
      <details>
        <summary className="min-h-10 cursor-pointer py-2">
          {t('review.winners')}
          {winners.length > 0 && (
            <bdi className="ms-2 font-semibold">{formatList(winners, i18n.language)}</bdi>
          )}
        </summary>
        <fieldset className="grid gap-1 md:grid-cols-2 lg:grid-cols-3">
          <legend className="sr-only">{t('review.winners-of', { name })}</legend>
          {participants.map(({ position, name: one }) => (
            <label key={position} className="flex min-h-8 items-center gap-2">
              <input
                type="checkbox"
                checked={picked.has(position)}
                onChange={(event) => pick(position, event.target.checked)}
                className="size-4"
              />
              <bdi>{one}</bdi>
            </label>
          ))}
        </fieldset>
      </details>
      {!isBusy && data?.kind === 'refused' && <Banner tone="error">{t('review.winners-refused')}</Banner>}
      {!isBusy && data?.kind === 'failed' && <Banner tone="error">{t('review.failed')}</Banner>}
      {!isBusy && data?.kind === 'saved' && <Banner tone="success">{t('review.winners-stored')}</Banner>}
      <NotAdmitted outcome={isBusy ? undefined : data} />
      <ActionButton
        unavailable={isBusy}
        aria-label={t('review.winners-of', { name })}
        onClick={store}
        className="button-quiet min-h-11 self-start px-4"
      >
        {t('review.winners-store')}
      </ActionButton>
    </article>
  )
}
