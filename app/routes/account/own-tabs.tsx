import { Link } from 'react-router'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { type AccountScreen, accountPath } from '#app/platform/paths.ts'

const SCREENS = ['my-page', 'alerts', 'bets', 'profile'] as const satisfies readonly AccountScreen[]

/** The visitor's own pages, as tabs. */
export function OwnTabs({ current }: { current: AccountScreen }) {
  const { t, i18n } = useTranslation('common')
  return (
    <nav aria-label={t('my-account')} className="flex flex-wrap gap-2 border-b border-line">
      {SCREENS.map((name) => (
        <Link
          key={name}
          to={accountPath(i18n.language, name)}
          aria-current={name === current ? 'page' : undefined}
          className="-mb-px inline-flex min-h-11 items-center border-b-2 border-transparent px-3 text-sm text-body hover:text-heading aria-[current]:border-current aria-[current]:font-semibold aria-[current]:text-accent"
        >
          {t(name)}
        </Link>
      ))}
    </nav>
  )
}
