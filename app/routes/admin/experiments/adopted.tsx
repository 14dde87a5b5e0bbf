import { readWayTexts } from '#app/features/experiments/schema.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { ActionButton } from '#app/ui/admin/action-button.tsx'
import { Panel } from '#app/ui/admin/page.tsx'
import { Changing } from '#app/ui/admin/rights.tsx'
import { NotDone } from '#app/ui/admin/save-bar.tsx'
import { useRequest } from '#app/ui/admin/use-request.ts'
import type { Refused } from '../guard.server.ts'

/** The settings into which a winner is adopted; null where the site has none. */
export interface AdoptedSettings {
  /** A colour as `#1a7f37`. */
  way_colour: string | null
  /** Texts by language, as JSON. */
  way_texts: string | null
  /** Ids, separated by spaces. */
  first_bookmakers: string | null
}

const RELEASE = {
  way_colour: 'experiments.release-colour',
  way_texts: 'experiments.release-texts',
  first_bookmakers: 'experiments.release-order',
} as const

/** Texts by language, for people: 'en: “Go”, de: “Los”'. */
export const listTexts = (texts: Record<string, string>) =>
  Object.entries(texts)
    .map(([language, text]) => `${language}: “${text}”`)
    .join(', ')

/** What has been adopted, and the way back. */
export function Adopted({
  adopted: { way_colour, way_texts, first_bookmakers },
  bookmakers,
}: {
  adopted: AdoptedSettings
  bookmakers: readonly { id: string; name: string }[]
}) {
  const { t } = useTranslation('admin')
  const { outcome, busy, send } = useRequest<Refused | { kind: 'done' }>()
  const texts = readWayTexts(way_texts)
  if (!way_colour && !texts && !first_bookmakers) return null
  const names = (first_bookmakers?.split(' ') ?? []).map(
    (id) => bookmakers.find((it) => it.id === id)?.name ?? '–',
  )
  const release = (column: keyof AdoptedSettings) => (
    <Changing>
      <ActionButton
        unavailable={busy}
        className="button-quiet min-h-10 px-4 text-sm"
        onClick={() => send({ kind: 'release', column })}
      >
        {t(RELEASE[column])}
      </ActionButton>
    </Changing>
  )
  return (
    <Panel title={t('experiments.adopted')}>
      {texts && (
        <div className="flex flex-wrap items-center gap-3 text-sm text-body">
          {t('experiments.adopted-texts', { texts: listTexts(texts) })}
          {release('way_texts')}
        </div>
      )}
      {way_colour && (
        <div className="flex flex-wrap items-center gap-3 text-sm text-body">
          <span aria-hidden="true" className="size-5 rounded" style={{ background: way_colour }} />
          {t('experiments.adopted-colour', { colour: way_colour })}
          {release('way_colour')}
        </div>
      )}
      {first_bookmakers && (
        <div className="flex flex-wrap items-center gap-3 text-sm text-body">
          {t('experiments.adopted-order', { bookmakers: names.join(', ') })}
          {release('first_bookmakers')}
        </div>
      )}
      <NotDone outcome={outcome} />
    </Panel>
  )
}
