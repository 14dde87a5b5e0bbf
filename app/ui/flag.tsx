import { flagName, flagUrl } from './flag-url.ts'
import { Icon } from './marks.tsx'
import { useImageFailed } from './use-image-failed.ts'

/** A country's flag for display beside its name; a globe for INT, and if the image does not load. */
export function Flag({ code }: { code: string }) {
  const { failed, ref, onError } = useImageFailed()
  const name = flagName(code)
  if (name === null || failed)
    return <Icon name="globe" className="h-4 w-5 shrink-0 fill-none stroke-current stroke-2 text-icon" />
  return (
    <img
      ref={ref}
      src={flagUrl(name)}
      alt=""
      width={20}
      height={15}
      loading="lazy"
      onError={onError}
      className="h-[15px] w-5 shrink-0 rounded-xs object-cover outline outline-line -outline-offset-1"
    />
  )
}
