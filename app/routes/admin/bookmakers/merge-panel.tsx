import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { type MergeRefusal, refusalText } from '#app/features/bookmakers/merge-refusal.ts'
import type { MergedBookmaker } from '#app/features/bookmakers/queries.server.ts'
import { problemText } from '#app/platform/edit/column-text.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatList } from '#app/platform/numbers.ts'
import { ActionButton } from '#app/ui/admin/action-button.tsx'
import { ConfirmDialog } from '#app/ui/admin/confirm-dialog.tsx'
import { SelectField } from '#app/ui/admin/fields.tsx'
import { Panel } from '#app/ui/admin/page.tsx'
import { Changing } from '#app/ui/admin/rights.tsx'
import { NotAdmitted } from '#app/ui/admin/save-bar.tsx'
import { useRequest } from '#app/ui/admin/use-request.ts'
import { Banner } from '#app/ui/banner.tsx'
import { Name } from '#app/ui/name.tsx'

interface MergePanelProps {
  id: string
  name: string
  /** The bookmaker into which it is merged; null if it is not. */
  into: { id: string; name: string } | null
  merged: readonly MergedBookmaker[]
  /** The bookmakers into which it can be merged. */
  others: readonly { id: string; name: string }[]
  countries: readonly { code: string; name: string }[]
  /** For which countries bookmakers have links, by their ids; an empty text is every country. */
  linkCountries: Readonly<Record<string, readonly string[]>>
}

type Outcome =
  | { kind: 'merged' }
  | { kind: 'split' }
  | { kind: 'not-merged'; problem: MergeRefusal }
  | { kind: 'signed-out' | 'forbidden' }
  | { kind: 'failed'; message: string | null }

/** Merges the bookmaker into another, and takes merges back. */
export function MergePanel(props: MergePanelProps) {
  const { id, name, into, merged, others, countries, linkCountries } = props
  const { t, i18n } = useTranslation('admin')
  const request = useRequest<Outcome>()
  const [chosen, setChosen] = useState('')
  const dialog = useRef<HTMLDialogElement>(null)
  const { outcome } = request
  const nameOf = (one: string) => others.find((it) => it.id === one)?.name ?? ''
  const both = (linkCountries[id] ?? []).filter((code) => linkCountries[chosen]?.includes(code))
  const countryOf = (code: string) =>
    code === '' ? t('links.every-country') : (countries.find((it) => it.code === code)?.name ?? code)
  const split = (one: { id: string; name: string }) => (
    <Changing>
      <ActionButton
        unavailable={request.busy}
        className="button-quiet min-h-10 px-4 text-sm"
        onClick={() => request.send({ kind: 'split', id: one.id })}
      >
        {t('bookmakers.split')}
        <span className="sr-only"> {one.name}</span>
      </ActionButton>
    </Changing>
  )
  return (
    <Panel title={t('bookmakers.merge')}>
      <p className="text-sm text-muted">{t('bookmakers.merge-hint')}</p>
      {outcome?.kind === 'merged' && <Banner tone="success">{t('bookmakers.did-merge')}</Banner>}
      {outcome?.kind === 'split' && <Banner tone="success">{t('bookmakers.did-split')}</Banner>}
      {outcome?.kind === 'not-merged' && (
        <Banner tone="error">{problemText(t, refusalText(outcome.problem))}</Banner>
      )}
      <NotAdmitted outcome={outcome} />
      {outcome?.kind === 'failed' && <Banner tone="error">{t('save.failed')}</Banner>}
      {into && (
        <div className="flex flex-wrap items-center gap-3 text-sm">
          <Link to={`/admin/bookmakers/${into.id}`} className="text-link underline hover:text-link-hover">
            {t('bookmakers.merged-into', { name: into.name })}
          </Link>
          {split({ id, name: into.name })}
        </div>
      )}
      {merged.length > 0 && (
        <ul className="flex flex-col gap-2">
          {merged.map((one) => (
            <li key={one.id} className="flex flex-wrap items-center gap-3 text-sm">
              <span>
                <Name className="font-semibold text-heading">{one.name}</Name>{' '}
                <code dir="ltr" className="text-xs text-muted">
                  {one.key}
                </code>
              </span>
              {split(one)}
            </li>
          ))}
        </ul>
      )}
      {!into && merged.length === 0 && (
        <Changing>
          <div className="flex flex-wrap items-end gap-3">
            <SelectField
              label={t('bookmakers.merge-into')}
              value={chosen}
              options={[
                { value: '', text: t('bookmakers.merge-choose') },
                ...others.map((one) => ({ value: one.id, text: one.name })),
              ]}
              onValue={setChosen}
            />
            <ActionButton
              unavailable={request.busy || chosen === ''}
              className="button min-h-10 px-4 text-sm"
              onClick={() => dialog.current?.showModal()}
            >
              {t('bookmakers.merge')}
            </ActionButton>
          </div>
          <ConfirmDialog
            dialog={dialog}
            title={t('bookmakers.merge-ask', { name, into: nameOf(chosen) })}
            confirm={t('bookmakers.merge')}
            onConfirm={() => request.send({ kind: 'merge', id, into: chosen })}
          >
            <p>{t('bookmakers.merge-hint')}</p>
            {both.length > 0 && (
              <p className="mt-2 text-warning">
                {t('bookmakers.merge-links', {
                  countries: formatList(both.map(countryOf), i18n.language),
                  into: nameOf(chosen),
                })}
              </p>
            )}
          </ConfirmDialog>
        </Changing>
      )}
    </Panel>
  )
}
