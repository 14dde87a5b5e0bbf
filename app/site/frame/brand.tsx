import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { homePath } from '#app/platform/paths.ts'

/** The operator's logo, or the site's name as text, leading home. */
export function Brand({ siteName, logoUrl }: { siteName: string; logoUrl: string | null }) {
  const { i18n } = useTranslation()
  return (
    <a href={homePath(i18n.language)} className="brand">
      {logoUrl ? (
        <img src={logoUrl} alt={siteName} height={32} data-fallback={siteName} />
      ) : (
        <bdi>{siteName}</bdi>
      )}
    </a>
  )
}
