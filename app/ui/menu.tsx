import type { ReactNode } from 'react'
import { useRef } from 'react'
import { useNavigated } from './use-navigated.ts'

/** A button that opens a short list below it: a native popover, so Escape and a click outside close it. */
export function Menu({
  id,
  label,
  icon,
  caption,
  children,
}: {
  id: string
  label: string
  icon: ReactNode
  /** Shown below the icon. */
  caption?: string
  children: ReactNode
}) {
  const panel = useRef<HTMLDivElement>(null)
  useNavigated(() => {
    if (panel.current?.matches(':popover-open')) panel.current.hidePopover()
  })
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        className={`menu-button inline-flex min-h-11 min-w-11 flex-col items-center justify-center rounded-lg text-body hover:bg-card-hover hover:text-heading ${caption ? 'w-full gap-0.5 text-xs' : ''}`}
      >
        {icon}
        <span className={caption ? 'max-w-full truncate tracking-tight' : 'sr-only'}>{caption ?? label}</span>
      </button>
      <div ref={panel} id={id} popover="auto" className="menu-panel">
        {children}
      </div>
    </>
  )
}
