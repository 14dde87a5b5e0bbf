import type { ReactNode } from 'react'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Name } from '#app/ui/name.tsx'
import type { WayOut } from '../rules.ts'

const SIZES = {
  /** Over the whole width. */
  wide: 'button min-h-12 w-full px-6 text-sm',
  /** In a cell of its own. */
  cell: 'button min-h-11 max-w-32 flex-col gap-0! px-3 text-sm leading-tight',
  /** In a line of text. */
  small: 'button-quiet min-h-6 max-w-44 gap-1! rounded-md px-2 text-xs',
} as const

/** A link out to a bookmaker, marked as advertising. */
export function AffiliateLink({ way, size }: { way: WayOut; size: keyof typeof SIZES }) {
  const { t } = useTranslation('common')
  return (
    <Out way={way} className={SIZES[size]}>
      <Name className="max-w-full">{way.text}</Name>
      <span className="shrink-0 text-xs font-normal">{t('advertising')}</span>
    </Out>
  )
}

/** Links out to several bookmakers, two a line, by the bookmakers' names: the buttons' texts may well be the same. */
export function AffiliateLinks({ ways }: { ways: WayOut[] }) {
  const { t } = useTranslation('common')
  const [first, second] = ways
  if (!first) return null
  if (!second) {
    return (
      <span className="flex justify-end">
        <AffiliateLink way={first} size="cell" />
      </span>
    )
  }
  return (
    <span className="grid grid-cols-2 gap-0.5">
      {ways.map((way) => (
        <Out key={way.href} way={way} className="button-quiet min-h-6 min-w-0 rounded-md px-1 text-xs">
          <Name>{way.bookmaker ?? way.text}</Name>
          {way.bookmaker && <span className="sr-only">: {way.text}</span>}
        </Out>
      ))}
      <span className="col-span-2 text-center text-xs leading-none text-muted">{t('advertising')}</span>
    </span>
  )
}

function Out({ way, className, children }: { way: WayOut; className: string; children: ReactNode }) {
  const { t } = useTranslation('common')
  return (
    <a href={way.href} target="_blank" rel="sponsored nofollow noopener" className={className}>
      {children}
      <span className="sr-only">({t('new-tab')})</span>
    </a>
  )
}
