import { Check, ChevronDown } from 'lucide-react'
import { type MouseEvent, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useMe } from '#app/features/visitor/components/me-provider.tsx'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import type { Language } from '../schema.ts'
import { inLanguage } from '../switch.ts'
import { LanguageFlag } from './language-flag.tsx'

/** Few visitors change the language, so the code loads on demand. If that fails, the link still works. */
const loadChange = () => import('../change.ts').catch(() => undefined)

/** Plain links that load the page in the chosen language, after a signed-in visitor's profile is updated. */
export function LanguagePicker({ languages }: { languages: Language[] }) {
  const { t, i18n } = useTranslation('common')
  const { pathname, search } = useLocation()
  const { me } = useMe()
  const user = me?.user
  useEffect(() => {
    if (user) loadChange().then((it) => it?.moveToProfileLanguage(user.language, i18n.language, languages))
  }, [user, languages, i18n])
  const choose = async (event: MouseEvent<HTMLAnchorElement>, code: string) => {
    const opensHere = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    if (opensHere) event.preventDefault()
    const mayBeSignedIn = user !== null
    await (await loadChange())?.changeLanguage(code, mayBeSignedIn)
    // The current URL: the page is shared by all visitors and was rendered without campaign parameters.
    const { pathname, search, hash } = window.location
    if (opensHere) window.location.assign(inLanguage(pathname, search, code) + hash)
  }
  const picker = useRef<HTMLDetailsElement>(null)
  useEffect(() => closeLikeMenu(picker.current), [])
  const current = languages.find((language) => language.code === i18n.language)
  return (
    <details ref={picker} className="group border-t border-line">
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
              onClick={(event) => choose(event, code)}
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

/** Closes the list on Escape, which returns the focus to its button, and on a press elsewhere. */
function closeLikeMenu(picker: HTMLDetailsElement | null): (() => void) | undefined {
  if (!picker) return
  const stop = new AbortController()
  const { signal } = stop
  picker.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !picker.open) return
      // Do not also close the surrounding drawer.
      event.preventDefault()
      picker.open = false
      picker.querySelector('summary')?.focus()
    },
    { signal },
  )
  document.addEventListener(
    'pointerdown',
    ({ target }) => {
      if (target instanceof Node && !picker.contains(target)) picker.open = false
    },
    { signal },
  )
  return () => stop.abort()
}
