import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useNow } from '#app/ui/clock.tsx'
import { resultState } from '../match-state.ts'
import type { MatchSummary } from '../schema.ts'

/** Asks for an open page anew, once a minute at most, while a match on it waits for its result to be looked up. */
export function useResultRefresh(matches: readonly MatchSummary[]): void {
  const now = useNow()
  const navigate = useNavigate()
  const minute = now.getTime()
  const isWaiting = matches.some((match) => resultState(match, now, match.result)?.kind === 'loading')
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new minute asks again
  useEffect(() => {
    const { pathname, search, hash } = window.location
    if (isWaiting) navigate(pathname + search + hash, { replace: true, preventScrollReset: true })
  }, [isWaiting, minute])
}
