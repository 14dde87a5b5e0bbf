import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { type AccountScreen, accountPath } from '#app/platform/paths.ts'
import { showInRow } from '#app/ui/show-in-row.ts'

const SCREENS = ['my-page', 'alerts', 'bets', 'profile'] as const satisfies readonly AccountScreen[]

/** The visitor's own pages, as tabs. */
export function OwnTabs({ current }: { current: AccountScreen }) {
  const { t, i18n } = useTranslation('common')
  const row = useRef<HTMLElement>(null)
  useEffect(() => {
    const tab = row.current?.querySelector('[aria-current]')
    if (row.current && tab) showInRow(row.current, tab)
  })
  return (
    <nav
      ref={row}
      aria-label={t('my-account')}
      className="flex gap-2 overflow-x-auto border-b border-line [scrollbar-width:none]"
    >
      {SCREENS.map((name) => (
        <Link
          key={name}
          to={accountPath(i18n.language, name)}
          aria-current={name === current ? 'page' : undefined}
          className="inline-flex min-h-11 shrink-0 items-center border-b-2 border-transparent px-3 text-sm text-body hover:text-heading aria-[current]:border-current aria-[current]:font-semibold aria-[current]:text-heading"
        >
          {t(name)}
        </Link>
      ))}
    </nav>
  )
}
