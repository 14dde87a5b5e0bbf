import { Copy, Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'

/** The recovery codes, which are shown once. */
export function RecoveryCodes({ codes, email }: { codes: string[]; email: string }) {
  const { t } = useTranslation('profile')
  const [copied, setCopied] = useState(false)
  const [ready, setReady] = useState(false)
  useEffect(() => setReady(navigator.clipboard !== undefined), [])
  const text = `${codes.join('\n')}\n`
  return (
    <div className="flex flex-col gap-3 rounded-lg border border-warning p-3">
      <h3 className="text-sm font-semibold text-heading">{t('recovery-codes')}</h3>
      <p className="text-sm text-body">{t('recovery-text')}</p>
      <ul dir="ltr" className="grid max-w-80 grid-cols-2 gap-x-6 gap-y-1 font-mono text-sm text-heading">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        {ready && (
          <button
            type="button"
            onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
            className="button-quiet inline-flex min-h-11 items-center gap-2 px-4 text-sm"
          >
            <Copy aria-hidden="true" className="size-4" />
            {t('copy')}
          </button>
        )}
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download={`recovery-codes-${email}.txt`}
          className="button-quiet inline-flex min-h-11 items-center gap-2 px-4 text-sm"
        >
          <Download aria-hidden="true" className="size-4" />
          {t('download')}
        </a>
        <span role="status" className="inline-flex items-center text-sm text-accent">
          {copied && t('copied')}
        </span>
      </div>
    </div>
  )
}
