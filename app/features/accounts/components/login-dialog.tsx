import { useEffect, useRef } from 'react'
import { storePostLoginPath, storeWantedFavourite } from '#app/features/visitor/browser.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { accountPath } from '#app/platform/paths.ts'
import { Link } from '#app/ui/link.tsx'
import { Icon } from '#app/ui/marks.tsx'

/**
 * The dialog itself; its code is loaded on first use.
 * @param asked how many times it was requested; it opens on each change
 */
export default function LoginDialog({ asked }: { asked: number }) {
  const { t, i18n } = useTranslation('common')
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (asked > 0 && !dialog.current?.open) dialog.current?.showModal()
  }, [asked])
  const leaves = useRef(false)
  const close = () => dialog.current?.close()
  const leave = () => {
    leaves.current = true
    close()
  }
  const forget = () => {
    if (!leaves.current) {
      storePostLoginPath(null)
      storeWantedFavourite(null)
    }
    leaves.current = false
  }
  return (
    <dialog
      ref={dialog}
      aria-labelledby="login-required-title"
      closedby="any"
      onClose={forget}
      className="modal w-[min(26rem,calc(100vw-2rem))] rounded-lg border border-line bg-container p-6 text-body"
    >
      <div className="flex items-start justify-between gap-4">
        <h2 id="login-required-title" className="text-lg font-semibold text-heading">
          {t('login-modal.title')}
        </h2>
        <button
          type="button"
          onClick={close}
          className="-me-3 -mt-2 inline-flex size-11 shrink-0 items-center justify-center rounded-lg hover:bg-card-hover"
        >
          <Icon name="close" />
          <span className="sr-only">{t('close')}</span>
        </button>
      </div>
      <p className="mt-2 text-sm">{t('login-modal.text')}</p>
      <div className="mt-6 flex flex-col gap-3">
        <Link
          to={accountPath(i18n.language, 'login')}
          onClick={leave}
          className="button min-h-11 px-4 text-sm"
        >
          {t('sign-in')}
        </Link>
        <Link
          to={accountPath(i18n.language, 'register')}
          onClick={leave}
          className="button-quiet min-h-11 px-4 text-sm"
        >
          {t('create-account')}
        </Link>
      </div>
    </dialog>
  )
}
