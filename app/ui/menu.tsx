import { type MouseEvent, type ReactNode, useRef } from 'react'

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
  // Within the application, a link opens its page without loading a document.
  const onClick = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('a')) panel.current?.hidePopover()
  }
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
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the clicked elements are the links inside */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the Enter key clicks a link */}
      <div ref={panel} id={id} popover="auto" className="menu-panel" onClick={onClick}>
        {children}
      </div>
    </>
  )
}
