import { type ReactNode, useState } from 'react'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { withDecimalMark } from '#app/platform/numbers.ts'
import { Field } from '#app/ui/admin/fields.tsx'

/**
 * A percentage with the decimal mark of the language; a point is read, too. What is no percentage stays as it was typed, for the
 * server to refuse. While typing, the text is not reformatted: `1.0` is on the way to `1.05`.
 */
export function PercentField({
  value,
  onPercent,
  ...field
}: {
  label: string
  value: number | string
  changed: boolean
  problem: string | undefined
  hint: ReactNode
  onPercent: (value: number | string) => void
}) {
  const { i18n } = useTranslation('admin')
  const [draft, setDraft] = useState<string>()
  const text = typeof value === 'number' ? withDecimalMark(String(value), i18n.language) : value
  return (
    <Field
      {...field}
      inputMode="decimal"
      value={draft ?? text}
      onValue={(typed) => {
        setDraft(typed)
        onPercent(readPercent(typed))
      }}
      onBlur={() => setDraft(undefined)}
    />
  )
}

/** The number of a text; the text itself if it is none. */
function readPercent(text: string): number | string {
  return /^\d{1,3}([.,]\d{1,2})?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : text
}
