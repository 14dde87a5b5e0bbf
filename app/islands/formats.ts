declare global {
  interface Window {
    /** The module odds.ts, if it has been loaded. */
    odds?: {
      show(part?: Element): void
      choose(format: string | null, mayBeSignedIn: boolean): boolean
      /** A price's code in the format that the document is shown in. */
      text(code: string): string | null
      take(saved: string): void
    }
    /** Whether the whole document has been read. */
    isAtEnd?: boolean
  }
}

let loading: Promise<Window['odds']> | undefined

/** The script that formats prices in another format; few visitors need it. */
export function loadOdds(): Promise<Window['odds']> {
  loading ??= new Promise((resolve) => {
    if (window.odds) return resolve(window.odds)
    const script = document.createElement('script')
    script.type = 'module'
    script.onload = script.onerror = () => resolve(window.odds)
    script.src = document.documentElement.dataset.formats ?? ''
    document.head.append(script)
  })
  return loading
}

/** Shows the prices of the document in the visitor's current format. odds.ts interprets the stored value. */
export async function followFormat(): Promise<void> {
  const { dataset } = document.documentElement
  let stored: string | null = null
  try {
    stored = localStorage.getItem('odds')
  } catch {
    // Storage is not available.
  }
  if (!dataset.wanted && (!stored || stored === dataset.format)) return
  const odds = await loadOdds()
  if (odds) return odds.show()
  // If this fails, the prices stay in the document's format.
  delete dataset.wanted
  loading = undefined
}
