import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { homePath } from '#app/platform/paths.ts'
import { Icon } from '#app/ui/marks.tsx'

/** The operator's logo, or a drawn mark and the site's name as text, with a link to the home page. */
export function Brand({ siteName, logoUrl }: { siteName: string; logoUrl: string | null }) {
  const { i18n } = useTranslation()
  return (
    <a href={homePath(i18n.language)} className="brand">
      {logoUrl ? (
        <img src={logoUrl} alt={siteName} height={32} data-fallback={siteName} />
      ) : (
        <>
          <Icon name="site" className="site-mark" />
          <bdi>{siteName}</bdi>
        </>
      )}
    </a>
  )
}
