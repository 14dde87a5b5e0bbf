import { useId } from 'react'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { operatorHref } from '#app/platform/paths.ts'
import { FieldMessageTexts, messageAttributes } from './field.tsx'

/** The required consent of a sign-up, with links to the legal pages, which open in a new tab. */
export function ConsentField({
  links,
  initial,
  problem,
}: {
  links: readonly { title: string; url: string }[]
  initial: boolean
  problem?: string | undefined
}) {
  const { t, i18n } = useTranslation('auth')
  const common = useTranslation('common')
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <label className="flex min-h-11 cursor-pointer items-center gap-3 text-sm wrap-anywhere text-body">
        <input
          type="checkbox"
          name="consent"
          required
          defaultChecked={initial}
          className="size-5 shrink-0 accent-(--button-background)"
          {...messageAttributes(id, { problem })}
        />
        {t('consent')}
      </label>
      <FieldMessageTexts id={id} problem={problem} />
      {links.length > 0 && (
        <ul className="flex flex-wrap gap-x-4 ps-8 text-sm">
          {links.map(({ title, url }) => (
            <li key={`${title} ${url}`}>
              <a
                href={operatorHref(url, i18n.language)}
                target="_blank"
                rel="noopener"
                className="inline-flex min-h-11 items-center text-link hover:text-link-hover"
              >
                {title}
                <span className="sr-only"> ({common.t('new-tab')})</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
