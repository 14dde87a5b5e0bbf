import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { type DateStyle, formatDate, formatRelative, isoMinute, isoSecond } from '#app/platform/time.ts'
import { useNow, useZone } from '#app/ui/clock.tsx'

/** An instant in the site's zone; the page's first script converts it to the visitor's zone. */
export function Moment({ at, style }: { at: string; style: DateStyle }) {
  const { i18n } = useTranslation()
  return (
    <time dateTime={isoMinute(at)} data-time={style}>
      {formatDate(new Date(at), style, i18n.language, useZone())}
    </time>
  )
}

const PLACE = '\uFFFC'

/** A text with a relative time in it. @param write the text with another one in the place of the time */
export function WithHowLong({ at, write }: { at: Date; write: (age: string) => string }) {
  const [before, after] = write(PLACE).split(PLACE)
  return (
    <>
      {before}
      <HowLong at={at.toISOString()} />
      {after}
    </>
  )
}

/** A relative time, updated each minute. */
export function HowLong({ at }: { at: string }) {
  const { t, i18n } = useTranslation('common')
  return (
    <time dateTime={isoSecond(at)} data-time="relative">
      {formatRelative(new Date(at), useNow(), i18n.language) ?? t('just-now')}
    </time>
  )
}
