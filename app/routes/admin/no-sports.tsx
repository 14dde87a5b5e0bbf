import { Link } from 'react-router'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Empty } from '#app/ui/empty.tsx'

/** The lists of the catalogue before its first import: where sports, countries and leagues come from. */
export function NoSports() {
  const { t } = useTranslation('admin')
  const links = [
    { to: '/admin/import', text: t('menu.import') },
    { to: '/admin/matches', text: t('menu.matches') },
  ]
  return (
    <Empty
      next={
        <span className="flex flex-wrap justify-center gap-x-6">
          {links.map(({ to, text }) => (
            <Link
              key={to}
              to={to}
              className="inline-flex min-h-11 items-center text-link hover:text-link-hover"
            >
              {text}
            </Link>
          ))}
        </span>
      }
    >
      {t('sports.none')}
    </Empty>
  )
}
