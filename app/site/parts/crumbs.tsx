import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { homePath } from '#app/platform/paths.ts'
import { Icon } from '#app/ui/marks.tsx'

export interface Crumb {
  label: string
  to: string
}

/** The breadcrumbs from the home page to this page, whose own name is its heading. */
export function Crumbs({ crumbs, current }: { crumbs: Crumb[]; current: string }) {
  const { t, i18n } = useTranslation('common')
  const all: Crumb[] = [{ label: t('home'), to: homePath(i18n.language) }, ...crumbs]
  return (
    <nav aria-label={t('breadcrumb')} className="crumbs">
      <ol>
        {all.map(({ label, to }) => (
          <li key={to}>
            <a href={to}>{label}</a>
            <Icon name="next" className="icon small turns" />
          </li>
        ))}
        <li aria-current="page">{current}</li>
      </ol>
    </nav>
  )
}
