import { useId, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { ActionButton } from '#app/ui/admin/action-button.tsx'
import { ConfirmDialog } from '#app/ui/admin/confirm-dialog.tsx'
import { SelectField } from '#app/ui/admin/fields.tsx'
import { Panel } from '#app/ui/admin/page.tsx'
import { NotAdmitted } from '#app/ui/admin/save-bar.tsx'
import { Banner } from '#app/ui/banner.tsx'
import type { LeagueAlias, LeagueOutcome, LeagueRequest } from '../schema.ts'

type Answer = LeagueOutcome | { kind: 'signed-out' | 'forbidden' } | { kind: 'failed' }

/** Merges leagues of a country, and splits a name off into a league of its own. */
export function LeagueNames({
  leagues,
  aliases,
}: {
  leagues: readonly { id: string; name: string; display_name: string | null }[]
  aliases: readonly LeagueAlias[]
}) {
  const { t } = useTranslation('admin')
  const { data, state, submit } = useFetcher<Answer>()
  const [gone, setGone] = useState('')
  const [keep, setKeep] = useState('')
  const busy = state !== 'idle'
  const heading = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const ask = (request: LeagueRequest) =>
    submit(JSON.stringify(request), {
      method: 'post',
      action: '/admin/leagues/names',
      encType: 'application/json',
    })
  const options = [
    { value: '', text: '–' },
    ...leagues.map(({ id, name, display_name }) => ({ value: id, text: display_name || name })),
  ]
  const nameOf = (id: string) => options.find(({ value }) => value === id)?.text ?? ''
  const named = { gone: nameOf(gone), keep: nameOf(keep) }
  const isThere = (id: string) => leagues.some((league) => league.id === id)
  return (
    <Panel title={t('leagues.merge')}>
      <p className="text-sm text-muted">{t('leagues.merge-hint')}</p>
      <div className="flex flex-wrap items-end gap-3">
        <SelectField label={t('leagues.merge-gone')} value={gone} options={options} onValue={setGone} />
        <SelectField label={t('leagues.merge-keep')} value={keep} options={options} onValue={setKeep} />
        <ActionButton
          unavailable={busy || gone === keep || !isThere(gone) || !isThere(keep)}
          onClick={() => dialog.current?.showModal()}
          className="button-quiet min-h-11 px-6 text-sm"
        >
          {t('leagues.merge-do')}
        </ActionButton>
      </div>
      <ConfirmDialog
        dialog={dialog}
        title={t('leagues.merge-ask', named)}
        confirm={t('leagues.merge-do')}
        onConfirm={() => ask({ intent: 'merge', keep, gone })}
      >
        <div className="flex flex-col gap-3">
          <p>{t('leagues.merge-hint')}</p>
          <p>{t('leagues.merge-settings', named)}</p>
          <p>{t('leagues.merge-back', named)}</p>
        </div>
      </ConfirmDialog>
      <div aria-live="polite">{!busy && data && <Answered answer={data} />}</div>
      {aliases.length > 0 && (
        <section aria-labelledby={heading} className="flex flex-col gap-2">
          <h3 id={heading} className="text-sm font-semibold text-heading">
            {t('leagues.names')}
          </h3>
          <ul className="flex flex-col gap-2">
            {aliases.map(({ id, alias, league }) => (
              <li key={id} className="flex flex-wrap items-center gap-3 text-sm">
                <span className="min-w-0 break-words">{t('leagues.alias-of', { alias, league })}</span>
                <ActionButton
                  unavailable={busy}
                  aria-label={t('leagues.split-of', { alias })}
                  onClick={() => ask({ intent: 'split', alias: id })}
                  className="button-quiet min-h-11 px-4 text-sm"
                >
                  {t('leagues.split')}
                </ActionButton>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Panel>
  )
}

function Answered({ answer }: { answer: Answer }) {
  const { t } = useTranslation('admin')
  if (answer.kind === 'signed-out' || answer.kind === 'forbidden') return <NotAdmitted outcome={answer} />
  if (answer.kind === 'failed') return <Banner tone="error">{t('review.failed')}</Banner>
  if (answer.kind === 'refused') return <Banner tone="error">{t('leagues.merge-refused')}</Banner>
  return (
    <Banner tone="success">{t(answer.kind === 'merged' ? 'leagues.merged' : 'leagues.split-done')}</Banner>
  )
}
