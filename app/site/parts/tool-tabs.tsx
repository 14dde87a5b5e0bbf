import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { couponPath, standalonePath, TOOLS, type Tool, toolPath } from '#app/platform/paths.ts'

/** The pages of tools, as links. @param current null for the first one */
export function ToolTabs({ current }: { current: Tool | null }) {
  const { t, i18n } = useTranslation(['betting', 'matches'])
  return (
    <nav aria-label={t('tools', { ns: 'matches' })} className="tabs">
      <a href={standalonePath(i18n.language, 'tools')} aria-current={current === null ? 'page' : undefined}>
        {t('tool.odds')}
      </a>
      {TOOLS.map((tool) => (
        <a
          key={tool}
          href={toolPath(i18n.language, tool)}
          aria-current={tool === current ? 'page' : undefined}
        >
          {t(`tool.${tool}`)}
        </a>
      ))}
      <a href={couponPath(i18n.language)}>{t('coupon')}</a>
    </nav>
  )
}
