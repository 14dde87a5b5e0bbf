import { type RefCallback, useCallback, useState } from 'react'

/** Whether the image could not be loaded, also when that happened before the page was hydrated. */
export function useImageFailed(): {
  failed: boolean
  ref: RefCallback<HTMLImageElement>
  onError: () => void
} {
  const [failed, setFailed] = useState(false)
  const onError = useCallback(() => setFailed(true), [])
  const ref = useCallback((image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth === 0) setFailed(true)
  }, [])
  return { failed, ref, onError }
}
