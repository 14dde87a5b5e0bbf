import { Bell as BellIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import type { Trouble } from '#app/features/alerts/schema.ts'
import { kindText, screenOf, subjectText, whyText } from '#app/features/alerts/texts.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatCount } from '#app/platform/numbers.ts'
import { usePolled } from '#app/ui/admin/use-polled.ts'
import { Relative } from '#app/ui/time.tsx'

const LIST_ID = 'open-troubles'
const isBusy = () => false

/** The open troubles of the site, in the menu. */
export function Bell() {
  const { t, i18n } = useTranslation('admin')
  const { state } = usePolled<{ troubles: Trouble[] }>('/admin/alerts/open', isBusy)
  const list = useRef<HTMLDivElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen is the occasion
  useEffect(() => list.current?.hidePopover(), [pathname])
  const troubles = state?.troubles ?? []
  const number = formatCount(troubles.length, i18n.language)
  const texts = { t: t as never, language: i18n.language }
  return (
    <>
      <button
        type="button"
        popoverTarget={LIST_ID}
        className="flex min-h-10 w-full items-center gap-3 rounded-md px-3 text-start text-sm hover:bg-card-hover hover:text-heading"
      >
        <BellIcon
          aria-hidden="true"
          className={`size-4 shrink-0 ${troubles.length > 0 ? 'text-danger' : 'text-icon'}`}
        />
        <span className="grow">{t('alerts.bell', { number })}</span>
      </button>
      <div
        ref={list}
        id={LIST_ID}
        popover="auto"
        className="m-auto max-h-[80dvh] w-96 max-w-[92vw] overflow-y-auto rounded-lg border border-card-line bg-card p-4 text-sm text-body"
      >
        <h2 className="mb-2 text-base font-semibold text-heading">{t('alerts.troubles')}</h2>
        {troubles.length === 0 && <p className="text-muted">{t('alerts.none')}</p>}
        <ul className="flex flex-col gap-2">
          {troubles.map((trouble) => (
            <li key={trouble.id}>
              <Link to={screenOf(trouble)} className="text-link underline hover:text-link-hover">
                {subjectText(texts, trouble)}
              </Link>{' '}
              <span className="font-semibold text-danger">{kindText(texts, trouble.kind)}</span>{' '}
              <span className="text-muted">
                <Relative at={trouble.openedAt} />
              </span>
              <p className="text-xs text-muted">{whyText(texts, trouble)}</p>
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}
