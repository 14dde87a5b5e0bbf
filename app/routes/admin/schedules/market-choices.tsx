import { ChevronDown } from 'lucide-react'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { useRights } from '#app/ui/admin/rights.tsx'

/** Markets of a feed, by the keys that it gives them; their texts are the feed's own. */
export function MarketChoices({
  label,
  name,
  hint,
  keys,
  chosen,
  changed,
  onChoose,
}: {
  label: string
  /** The schedule that they are of. */
  name: string
  hint: string
  keys: readonly string[]
  /** As they are kept: keys, by commas. */
  chosen: string
  changed: boolean
  onChoose: (chosen: string) => void
}) {
  const { t } = useTranslation('admin')
  const { canChange } = useRights()
  const picked = new Set(chosen.split(/\s*,\s*/).filter(Boolean))
  // Keys that another release knew stay until they are taken out.
  const all = [...keys, ...[...picked].filter((key) => !keys.includes(key))]
  const toggle = (key: string, on: boolean) =>
    onChoose(all.filter((one) => (one === key ? on : picked.has(one))).join(', '))
  return (
    <details
      className="group rounded-md border border-line px-2 data-changed:border-warning"
      data-changed={changed || undefined}
    >
      <summary className="flex min-h-10 cursor-pointer items-center gap-2 py-2 text-sm text-body">
        <span className="grow">
          {label}
          {picked.size > 0 && (
            <bdi dir="ltr" className="ms-1 text-xs text-muted">
              {all.filter((key) => picked.has(key)).join(', ')}
            </bdi>
          )}
        </span>
        <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-icon group-open:rotate-180" />
      </summary>
      <fieldset className="flex flex-col gap-1 pb-2">
        <legend className="sr-only">{t('field.of', { field: label, name })}</legend>
        {all.map((key) => (
          <label key={key} className="flex min-h-8 items-center gap-2 text-sm">
            <input
              type="checkbox"
              checked={picked.has(key)}
              disabled={!canChange}
              onChange={(event) => toggle(key, event.target.checked)}
              className="size-4"
            />
            <code dir="ltr" className="text-xs">
              {key}
            </code>
          </label>
        ))}
        <p className="text-xs text-muted">{hint}</p>
      </fieldset>
    </details>
  )
}
