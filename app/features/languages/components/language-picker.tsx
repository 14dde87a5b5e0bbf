import { Check, ChevronDown } from 'lucide-react'
import { useLocation } from 'react-router'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { flagEmoji, flagName, flagUrl } from '#app/ui/flag-url.ts'
import type { Language } from '../schema.ts'
import { inLanguage, rememberLanguage } from '../switch.ts'

/** Plain links that load the page anew in the chosen language. */
export function LanguagePicker({ languages }: { languages: Language[] }) {
  const { t, i18n } = useTranslation('common')
  const { pathname, search } = useLocation()
  const current = languages.find((language) => language.code === i18n.language)
  return (
    <details className="group border-t border-line">
      <summary className="flex min-h-12 cursor-pointer items-center gap-3 px-4 text-sm text-body hover:bg-card-hover hover:text-heading">
        <LanguageFlag code={current?.flagCode ?? null} />
        <span className="sr-only">{t('language')}:</span>
        <span lang={current?.code} className="grow">
          {current?.nativeName}
        </span>
        <ChevronDown aria-hidden="true" className="size-4 text-icon group-open:rotate-180" />
      </summary>
      <ul className="pb-2">
        {languages.map(({ code, nativeName, flagCode }) => (
          <li key={code}>
            <a
              href={inLanguage(pathname, search, code)}
              hrefLang={code}
              aria-current={code === current?.code ? 'true' : undefined}
              onClick={() => rememberLanguage(code)}
              className="flex min-h-11 items-center gap-3 px-4 text-sm text-body hover:bg-card-hover hover:text-heading md:min-h-9"
            >
              <LanguageFlag code={flagCode} />
              <span lang={code} className="grow">
                {nativeName}
              </span>
              {code === current?.code && <Check aria-hidden="true" className="size-4 text-accent" />}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The shipped picture, for not every system draws flags; its emoji where it does not load. */
function LanguageFlag({ code }: { code: string | null }) {
  const name = code && flagName(code.toUpperCase())
  return (
    <span aria-hidden="true" className="inline-flex h-5 w-5 shrink-0 items-center justify-center text-base">
      {name ? (
        <img
          src={flagUrl(name)}
          alt={flagEmoji(code)}
          width={20}
          height={15}
          loading="lazy"
          className="rounded-xs"
        />
      ) : (
        flagEmoji(code)
      )}
    </span>
  )
}
