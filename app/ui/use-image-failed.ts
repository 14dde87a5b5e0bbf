import { type RefCallback, useCallback, useState } from 'react'

/** Whether the image failed to load, also before hydration. */
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
