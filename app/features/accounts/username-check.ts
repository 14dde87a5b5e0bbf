export type UsernameState = 'idle' | 'checking' | 'available' | 'taken'

/** The check starts this long after typing stops. */
const CHECK_DELAY_MS = 500

/** Reports the result for a typed name; returns a function that stops the check when the next letter is typed. */
export function checkUsername(name: string, report: (state: UsernameState) => void): () => void {
  const wanted = name.trim()
  if (wanted === '') {
    report('idle')
    return () => {}
  }
  report('checking')
  const abort = new AbortController()
  const timer = setTimeout(async () => {
    const state = await lookUp(wanted, abort.signal)
    if (!abort.signal.aborted) report(state)
  }, CHECK_DELAY_MS)
  return () => {
    clearTimeout(timer)
    abort.abort()
  }
}

/** When the check fails, the form itself reports the problem. */
async function lookUp(name: string, signal: AbortSignal): Promise<UsernameState> {
  try {
    const response = await fetch(`/resources/username?name=${encodeURIComponent(name)}`, { signal })
    if (!response.ok) return 'idle'
    const { available } = (await response.json()) as { available: boolean }
    return available ? 'available' : 'taken'
  } catch {
    return 'idle'
  }
}
