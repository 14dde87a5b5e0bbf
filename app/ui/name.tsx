interface NameProps {
  children: string
  /** How many it may take before it is cut off. */
  lines?: 1 | 2
  className?: string
}

const CUT = { 1: 'name-line', 2: 'name-lines' }

/**
 * A proper name, cut off at its own end: a Latin name keeps its beginning in a right-to-left page too, where it still
 * stands at the reading side's start.
 */
export function Name({ children, lines = 1, className = '' }: NameProps) {
  return (
    <bdi dir="auto" className={`name ${CUT[lines]} ${className}`}>
      {children}
    </bdi>
  )
}
