import { useEffect, useState } from 'react'
import type { GrowingOld } from '#app/features/feed-health/growing-old.server.ts'
import { HAS_STALLED, type HealthState } from '#app/features/feed-health/state.ts'
import { readPolled } from '#app/ui/admin/use-polled.ts'

interface Judged {
  id: string
  state: HealthState
  lastSuccessAt: string | null
}

type Answer = Record<string, { prices: number; first: string; last: string }>

const NONE: ReadonlyMap<string, GrowingOld> = new Map()

/** The prices that grow old, by the id of a schedule; none until they have been counted. */
export function useGrowingOld(
  health: readonly Judged[],
  kinds?: readonly string[],
): ReadonlyMap<string, GrowingOld> {
  const [found, setFound] = useState(NONE)
  const stalled = health
    .filter(({ state }) => HAS_STALLED.has(state))
    .map(({ id, lastSuccessAt }) => `${id} ${lastSuccessAt}`)
    .join()
  const path = kinds ? `/admin/growing-old?kinds=${kinds.join()}` : '/admin/growing-old'
  useEffect(() => {
    if (stalled === '') return setFound(NONE)
    const gone = new AbortController()
    readPolled<Answer>(path, gone.signal).then((answer) => {
      if (gone.signal.aborted || !answer) return
      const rows = Object.entries(answer).map(([id, { prices, first, last }]) => {
        const one: GrowingOld = { prices, first: new Date(first), last: new Date(last) }
        return [id, one] as const
      })
      setFound(new Map(rows))
    })
    return () => gone.abort()
  }, [path, stalled])
  return found
}
