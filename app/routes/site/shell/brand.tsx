import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { homePath } from '#app/platform/paths.ts'
import { Link } from '#app/ui/link.tsx'
import { Name } from '#app/ui/name.tsx'
import { useImageFailed } from '#app/ui/use-image-failed.ts'

/** The operator's logo, or the site's name as text, with a link to the home page. */
export function Brand({ siteName, logoUrl }: { siteName: string; logoUrl: string | null }) {
  const { i18n } = useTranslation()
  const { failed, ref, onError } = useImageFailed()
  return (
    <Link
      to={homePath(i18n.language)}
      className="flex min-h-11 items-center text-lg font-semibold text-heading"
    >
      {logoUrl && !failed ? (
        <img
          ref={ref}
          src={logoUrl}
          alt={siteName}
          height={32}
          onError={onError}
          className="h-8 max-w-44 object-contain"
        />
      ) : (
        <Name>{siteName}</Name>
      )}
    </Link>
  )
}
