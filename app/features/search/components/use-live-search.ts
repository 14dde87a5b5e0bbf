import { useEffect, useRef, useState } from 'react'
import { readSearchText } from '#app/features/names/search-text.ts'
import { searchResource } from '#app/platform/paths.ts'
import { DEBOUNCE_MS, NO_RESULTS } from '../rules.ts'
import type { SearchResults } from '../schema.ts'

interface LiveSearch {
  status: 'idle' | 'searching' | 'done' | 'failed'
  /** The last results, while the next ones load. */
  results: SearchResults
}

const IDLE: LiveSearch = { status: 'idle', results: NO_RESULTS }

/**
 * Searches for the input when the visitor stops typing. Each change aborts the search before it, so that a late response
 * replaces nothing.
 */
export function useLiveSearch(input: HTMLInputElement, lang: string): LiveSearch {
  const [state, setState] = useState(IDLE)
  const running = useRef<AbortController>(undefined)

  useEffect(() => {
    const start = () => {
      running.current?.abort()
      const text = readSearchText(input.value)
      if (text === null) return setState(IDLE)
      const controller = new AbortController()
      running.current = controller
      const timer = setTimeout(() => {
        setState(({ results }) => ({ status: 'searching', results }))
        fetchResults(lang, text, controller.signal).then(
          (results) => {
            if (!controller.signal.aborted) setState({ status: 'done', results })
          },
          () => {
            if (!controller.signal.aborted) setState({ status: 'failed', results: NO_RESULTS })
          },
        )
      }, DEBOUNCE_MS)
      controller.signal.addEventListener('abort', () => clearTimeout(timer))
    }
    // The input from before hydration.
    if (input.value !== input.defaultValue) start()
    input.addEventListener('input', start)
    return () => {
      input.removeEventListener('input', start)
      running.current?.abort()
    }
  }, [input, lang])

  return state
}

async function fetchResults(lang: string, text: string, signal: AbortSignal): Promise<SearchResults> {
  const response = await fetch(searchResource(lang, text), { signal })
  if (!response.ok) throw new Error(`The search answered with status ${response.status}`)
  return response.json()
}
