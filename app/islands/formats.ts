declare global {
  interface Window {
    /** Of odds.ts, where it has been loaded. */
    odds?: {
      show(part?: Element): void
      choose(format: string | null, mayBeSignedIn: boolean): boolean
      take(saved: string): void
    }
    /** Whether the whole document has been read. */
    isAtEnd?: boolean
  }
}

let loading: Promise<Window['odds']> | undefined

/** The script that writes prices in another format; few visitors need it. */
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

/** Shows the prices of the document in the format that the visitor wants by now. What a stored text means is known there. */
export async function followFormat(): Promise<void> {
  const { dataset } = document.documentElement
  let stored: string | null = null
  try {
    stored = localStorage.getItem('odds')
  } catch {
    // Nothing is kept.
  }
  if (!dataset.wanted && (!stored || stored === dataset.format)) return
  const odds = await loadOdds()
  if (odds) return odds.show()
  // Prices in another format are better than none.
  delete dataset.wanted
  loading = undefined
}
