interface NameProps {
  children: string
  /** The most lines before the name is truncated. */
  lines?: 1 | 2
  className?: string
}

const CUT = { 1: 'name-line', 2: 'name-lines' }

/**
 * A proper name, truncated at its own end: in a right-to-left page, a Latin name keeps its beginning and is aligned to
 * the page's start.
 */
export function Name({ children, lines = 1, className = '' }: NameProps) {
  return (
    <bdi dir="auto" className={`name ${CUT[lines]} ${className}`}>
      {children}
    </bdi>
  )
}
