import { ChevronDown } from 'lucide-react'
import { usePlaceNames } from '#app/features/catalogue/use-place-names.ts'
import { textOfKey } from '#app/platform/i18n/text-of-key.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Instant } from '#app/ui/time.tsx'
import type { RunState } from '../queries.server.ts'

/** The counts of a run by step, and the last lines of its log. */
export function RunDetails({ title, run }: { title: string; run: RunState }) {
  const { t } = useTranslation('admin')
  const names = usePlaceNames()
  return (
    <details className="group rounded-md border border-line">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 px-3 text-sm font-semibold text-heading">
        <ChevronDown
          aria-hidden="true"
          className="size-4 text-icon transition-transform group-open:rotate-180"
        />
        {title}
      </summary>
      <div className="flex flex-col gap-3 px-3 pb-3 text-xs">
        <dl className="flex flex-wrap gap-x-4 gap-y-1">
          {Object.entries(run.counts).map(([name, count]) => (
            <div key={name} className="flex gap-1">
              <dt className="text-muted">{textOfKey(t, `dataMapping.count.${name}`)}</dt>
              <dd className="font-semibold text-heading tabular-nums">{count}</dd>
            </div>
          ))}
        </dl>
        {run.log.length === 0 ? (
          <p className="text-muted">{t('dataMapping.no-lines')}</p>
        ) : (
          <ol
            aria-label={title}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
            tabIndex={0}
            className="flex max-h-64 flex-col gap-1 overflow-y-auto rounded-md border border-line bg-ground p-2"
          >
            {run.log.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines are only ever added, and can be equal
              <li key={index} className={line.code.startsWith('error.') ? 'text-danger' : undefined}>
                <span className="text-muted">
                  <Instant at={line.at} style="time" />
                </span>{' '}
                <bdi className="break-words">{t(line.label, names.values(line.values))}</bdi>
              </li>
            ))}
          </ol>
        )}
      </div>
    </details>
  )
}
