import { useId, useRef } from 'react'
import { useFetcher } from 'react-router'
import { usePlaceNames } from '#app/features/catalogue/use-place-names.ts'
import { sourceText } from '#app/features/runs/run-texts.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatCount, formatList } from '#app/platform/numbers.ts'
import { ActionButton } from '#app/ui/admin/action-button.tsx'
import { ConfirmDialog } from '#app/ui/admin/confirm-dialog.tsx'
import { DecidedRows } from '#app/ui/admin/decided-rows.tsx'
import { Panel } from '#app/ui/admin/page.tsx'
import { Pages } from '#app/ui/admin/pages.tsx'
import type { AutomaticLink, PartRequest } from '../schema.ts'
import { Decided } from './decision-list.tsx'
import { NotDecided, type Outcome } from './use-decision.tsx'

const KINDS = {
  league: 'review.automatic-league',
  names: 'review.names-same',
  postponed: 'review.automatic-postponed',
} as const

const CONSEQUENCES = {
  league: ['review.part-league', 'review.part-league-kept'],
  names: ['review.undo-names-same', 'review.part-kept'],
  postponed: ['review.undo-merge', 'review.undo-prices', 'review.undo-lost', 'review.part-matches-kept'],
} as const

/** What the rules have joined, each with a button that parts it. */
export function AutomaticList({
  links,
  total,
  text,
  page,
  pages,
}: {
  links: readonly AutomaticLink[]
  total: number
  text: string
  page: number
  pages: number
}) {
  const { t, i18n } = useTranslation('admin')
  return (
    <Panel title={t('review.automatic', { number: formatCount(total, i18n.language) })}>
      <DecidedRows rows={links} none={t('review.automatic-none')}>
        {(link, focusList) => (
          <LinkRow
            key={link.id ?? `${link.countryId} ${link.told} ${link.stored}`}
            link={link}
            onPart={focusList}
          />
        )}
      </DecidedRows>
      <Pages
        page={page}
        pages={pages}
        to={(number) => `?${new URLSearchParams({ tab: 'decided', q: text, automatic: String(number) })}`}
      />
    </Panel>
  )
}

function LinkRow({ link, onPart }: { link: AutomaticLink; onPart: () => void }) {
  const { t, i18n } = useTranslation('admin')
  const places = usePlaceNames()
  const heading = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const { data, state, submit } = useFetcher<Outcome>()
  const isBusy = state !== 'idle'
  const { kind, id, told, stored, pair, countryId, matches, sources } = link
  const part = () => {
    // The button disappears with its row; keep the keyboard focus in the list.
    onPart()
    const request: PartRequest =
      kind === 'names' ? { part: 'names', countryId, told, stored } : { part: kind, id: id ?? '' }
    submit(JSON.stringify(request), {
      method: 'post',
      action: '/admin/review?tab=decided',
      encType: 'application/json',
    })
  }
  return (
    <article
      aria-labelledby={heading}
      aria-busy={isBusy}
      className="flex flex-col gap-2 rounded-md border border-line p-3 text-sm aria-busy:opacity-70"
    >
      <div>
        <h3 id={heading} className="flex flex-wrap items-center gap-2 font-semibold text-heading">
          {t(KINDS[kind])}
          <span className="rounded bg-raised px-1.5 text-xs font-normal text-body">
            {t('review.automatic-mark')}
          </span>
        </h3>
        <p className="text-xs text-muted">
          <bdi>{places.line(link)}</bdi>
        </p>
      </div>
      {pair ? (
        <>
          <Decided match={pair.candidate} />
          <Decided match={pair.match} />
        </>
      ) : (
        <p className="break-words">
          <bdi>{told}</bdi> = <bdi>{stored}</bdi>
        </p>
      )}
      <p className="text-xs text-muted">
        {t('review.automatic-in', {
          number: formatCount(matches, i18n.language),
          sources: formatList(
            sources.map((source) => sourceText(t, source)),
            i18n.language,
          ),
        })}
      </p>
      <NotDecided outcome={isBusy ? undefined : data} refused={t('review.parted')} />
      <ActionButton
        unavailable={isBusy}
        aria-label={t('review.part-of', { names: `${told} – ${stored}` })}
        onClick={() => dialog.current?.showModal()}
        className="button-quiet min-h-11 self-start px-4"
      >
        {t('review.part')}
      </ActionButton>
      <ConfirmDialog
        dialog={dialog}
        title={t(kind === 'postponed' ? 'review.part-matches-title' : 'review.part-title')}
        confirm={t('review.part')}
        onConfirm={part}
      >
        {CONSEQUENCES[kind].map((text) => (
          <p key={text}>{t(text)}</p>
        ))}
      </ConfirmDialog>
    </article>
  )
}
