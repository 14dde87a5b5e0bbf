import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { type DateStyle, formatDate, formatRelative } from '#app/platform/time.ts'
import { useNow, useZone } from './clock.tsx'

/**
 * An instant in the visitor's zone. The server renders it in the site's zone, and the browser corrects it; digits are
 * tabular and left to right, so the layout does not shift.
 */
export function Instant({ at, style }: { at: string; style: DateStyle }) {
  const { i18n } = useTranslation()
  const zone = useZone()
  return (
    <time
      dateTime={at}
      dir={style === 'time' ? 'ltr' : undefined}
      className="tabular-nums"
      suppressHydrationWarning
    >
      {formatDate(new Date(at), style, i18n.language, zone)}
    </time>
  )
}

/** The relative time, updated each minute; the exact time is in its title. */
export function Relative({ at }: { at: string }) {
  const { i18n } = useTranslation()
  const zone = useZone()
  const text = useRelative(at)
  return (
    <time
      dateTime={at}
      title={formatDate(new Date(at), 'dateTime', i18n.language, zone)}
      className="whitespace-nowrap tabular-nums"
      suppressHydrationWarning
    >
      {text}
    </time>
  )
}

/** '3 min ago' or 'just now', in the page's language. */
export function useRelative(at: string | Date): string {
  const { t, i18n } = useTranslation('common')
  return formatRelative(new Date(at), useNow(), i18n.language) ?? t('just-now')
}

/** A date in the page's language, in the visitor's zone, for use inside a sentence. */
export function useDateText(at: string | null, style: DateStyle): string {
  const { i18n } = useTranslation()
  const zone = useZone()
  return at === null ? '' : formatDate(new Date(at), style, i18n.language, zone)
}
