import { ImageUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { problemText } from '#app/platform/edit/column-text.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { ActionButton } from '#app/ui/admin/action-button.tsx'
import { Field } from '#app/ui/admin/fields.tsx'
import { ReadyAction } from '#app/ui/admin/ready-action.tsx'
import { Changing } from '#app/ui/admin/rights.tsx'
import { useImageFailed } from '#app/ui/use-image-failed.ts'
import { IMAGE_TYPES, type ImagePurpose, MAX_IMAGE_BYTES, type UploadOutcome } from '../schema.ts'

type Answer = UploadOutcome | { kind: 'signed-out' | 'forbidden' } | { kind: 'failed' }

const REFUSED = {
  failed: 'problem.image-failed',
  'signed-out': 'problem.image-signed-out',
  forbidden: 'save.forbidden',
} as const

/** The URL of an image: typed, or that of an uploaded file. */
export function ImageField({
  label,
  value,
  purpose,
  changed,
  problem,
  hint,
  shown = true,
  onValue,
}: {
  label: string
  value: string | null
  purpose: ImagePurpose
  changed?: boolean
  problem?: string | undefined
  hint?: string | undefined
  /** Whether the image is shown next to its URL; false if the screen shows it itself. */
  shown?: boolean
  onValue: (url: string) => void
}) {
  const { t } = useTranslation('admin')
  const input = useRef<HTMLInputElement>(null)
  const { upload, uploading, refused } = useUpload(purpose, onValue)
  return (
    <Field
      label={label}
      value={value ?? ''}
      inputMode="url"
      placeholder="https://"
      dir="ltr"
      changed={changed}
      problem={problem ?? problemText(t, refused)}
      hint={uploading ? t('image.uploading') : hint}
      onValue={onValue}
      beside={
        <>
          <Changing>
            <ReadyAction at="/admin/media" />
            <input
              ref={input}
              type="file"
              accept={IMAGE_TYPES}
              aria-label={t('image.choose', { name: label })}
              tabIndex={-1}
              className="sr-only"
              onChange={(event) => {
                const [file] = event.target.files ?? []
                if (file) upload(file)
                event.target.value = ''
              }}
            />
            <ActionButton
              unavailable={uploading}
              aria-label={t('image.choose', { name: label })}
              onClick={() => input.current?.click()}
              className="button-quiet min-h-10 px-3 text-sm"
            >
              <ImageUp aria-hidden="true" className="size-4" />
              {t('image.upload')}
            </ActionButton>
          </Changing>
          {shown && value && <Shown key={value} url={value} />}
        </>
      }
    />
  )
}

function Shown({ url }: { url: string }) {
  const { failed, ref, onError } = useImageFailed()
  if (failed) return null
  return (
    <img
      ref={ref}
      src={url}
      alt=""
      onError={onError}
      className="h-10 max-w-40 rounded border border-line bg-raised object-contain p-1"
    />
  )
}

function useUpload(purpose: ImagePurpose, onStored: (url: string) => void) {
  const fetcher = useFetcher<Answer>()
  const [refused, setRefused] = useState<string>()
  const stored = useRef(onStored)
  stored.current = onStored
  useEffect(() => {
    const answer = fetcher.data
    if (fetcher.state !== 'idle' || !answer) return
    if (answer.kind === 'stored') stored.current(answer.url)
    else if (answer.kind === 'refused') setRefused(answer.problem)
    else setRefused(REFUSED[answer.kind])
  }, [fetcher.state, fetcher.data])
  return {
    uploading: fetcher.state !== 'idle',
    refused,
    upload(file: File) {
      setRefused(file.size > MAX_IMAGE_BYTES ? 'problem.image-bytes' : undefined)
      if (file.size > MAX_IMAGE_BYTES) return
      const form = new FormData()
      form.set('file', file)
      form.set('purpose', purpose)
      fetcher.submit(form, { method: 'post', action: '/admin/media', encType: 'multipart/form-data' })
    },
  }
}
