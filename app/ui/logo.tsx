import { useImageFailed } from './use-image-failed.ts'

/** An image of something with a name; without an image, the name or a substitute. */
export function Logo(props: {
  src: string | null
  size: number
  fallback: string
  /** Photographs fill their box; badges keep their aspect ratio. */
  fit?: 'contain' | 'cover'
  className?: string
}) {
  const { failed, ref, onError } = useImageFailed()
  const { src, size, fallback, fit = 'contain', className = '' } = props
  const box = { width: size, height: size }
  if (!src || failed) {
    return (
      <span aria-hidden="true" style={box} className={`initials ${className}`}>
        {fallback}
      </span>
    )
  }
  return (
    <img
      ref={ref}
      src={src}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      onError={onError}
      className={`shrink-0 ${fit === 'cover' ? 'object-cover' : 'object-contain'} ${className}`}
    />
  )
}
