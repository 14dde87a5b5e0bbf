import { Globe } from 'lucide-react'
import { flagEmoji, flagName, flagUrl } from '#app/ui/flag-url.ts'

/**
 * The site's own flag image, because some systems draw no flag emoji; the emoji if the image fails to load. A globe for
 * a language without a flag.
 */
export function LanguageFlag({ code }: { code: string | null }) {
  const name = code && flagName(code.toUpperCase())
  return (
    <span aria-hidden="true" className="inline-flex h-5 w-5 shrink-0 items-center justify-center text-base">
      {name ? (
        <img
          key={name}
          src={flagUrl(name)}
          alt={flagEmoji(code)}
          width={20}
          height={15}
          loading="lazy"
          className="rounded-xs"
        />
      ) : (
        <Globe className="size-5 text-icon" />
      )}
    </span>
  )
}
