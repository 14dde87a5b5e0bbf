import type { GapReport, GridLanguage } from '#app/features/translations/editor-schema.ts'
import { countGaps, type Gap } from '#app/features/translations/rules.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { withColon } from '#app/platform/i18n/with-colon.ts'
import { formatCount } from '#app/platform/numbers.ts'

const KINDS = ['missing', 'elsewhere'] as const satisfies readonly Gap[]

/** The missing texts of each language by namespace; each number links to its texts. */
export function GapsReport({
  gaps,
  languages,
  onShow,
}: {
  gaps: readonly GapReport[]
  languages: readonly GridLanguage[]
  onShow: (namespace: string, gap: Gap, language: string) => void
}) {
  const { t, i18n } = useTranslation('admin')
  const totals = gaps.map(({ missing }) => countGaps(missing))
  const ofVisitors = totals.reduce((sum, { labels }) => sum + labels, 0)
  const ofBackOffice = totals.reduce((sum, { backOffice }) => sum + backOffice, 0)
  return (
    <details className="rounded-lg border border-card-line bg-card">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 px-4 text-sm font-semibold text-heading">
        {t('translations.report')}
        <span className={`tabular-nums ${ofVisitors > 0 ? 'text-warning' : 'text-muted'}`}>
          {formatCount(ofVisitors, i18n.language)}
        </span>
        {ofBackOffice > 0 && (
          <span className="text-xs font-normal text-muted tabular-nums">
            {withColon(t('menu.label'), i18n.language)} {formatCount(ofBackOffice, i18n.language)}
          </span>
        )}
      </summary>
      <p className="px-4 text-xs text-muted">{t('translations.report-note')}</p>
      <section
        aria-label={t('translations.report')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto p-4 pt-2"
      >
        <table className="w-full border-collapse text-sm">
          <thead>
            <tr className="text-start text-xs text-muted">
              <th scope="col" className="py-1 pe-4 text-start font-semibold">
                {t('column.language')}
              </th>
              {KINDS.map((kind) => (
                <th key={kind} scope="col" className="py-1 pe-4 text-start font-semibold">
                  {t(`translations.show.${kind}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {languages.map(({ id, name }) => {
              const gap = gaps.find(({ languageId }) => languageId === id)
              return (
                <tr key={id} className="border-t border-line align-top">
                  <th scope="row" className="py-2 pe-4 text-start font-normal whitespace-nowrap">
                    {name}
                  </th>
                  {KINDS.map((kind) => (
                    <td key={kind} className="py-1 pe-4">
                      <Counts
                        counts={gap?.[kind] ?? {}}
                        language={name}
                        onShow={(namespace) => onShow(namespace, kind, id)}
                      />
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      </section>
    </details>
  )
}

function Counts({
  counts,
  language,
  onShow,
}: {
  counts: Record<string, number>
  language: string
  onShow: (namespace: string) => void
}) {
  const { t, i18n } = useTranslation('admin')
  const number = (count: number) => formatCount(count, i18n.language)
  const namespaces = Object.entries(counts)
  if (namespaces.length === 0) return <span className="inline-block py-1 text-muted">0</span>
  return (
    <span className="flex flex-wrap items-center gap-1">
      <span className="pe-2 font-semibold tabular-nums">{number(total(counts))}</span>
      {namespaces.map(([namespace, count]) => (
        <button
          key={namespace}
          type="button"
          aria-label={t('translations.show-gaps', { namespace, language, number: number(count) })}
          onClick={() => onShow(namespace)}
          className="button-quiet min-h-8 px-2 text-xs"
        >
          {namespace} <span className="tabular-nums">{number(count)}</span>
        </button>
      ))}
    </span>
  )
}

function total(counts: Record<string, number>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}
