/**
 * A proper name on one line, cut off at its own end: a Latin name keeps its beginning in a right-to-left page too, where it
 * still stands at the reading side's start.
 */
export function Name({ children, className = '' }: { children: string; className?: string }) {
  return (
    <bdi dir="auto" className={`name block min-w-0 truncate ${className}`}>
      {children}
    </bdi>
  )
}
