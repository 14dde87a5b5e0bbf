import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'

/**
 * Something that is done at once, beside Save Changes: sends it to the screen's action and keeps what became of it, with
 * its moment.
 */
export function useRequest<Outcome extends { kind: string }>() {
  const fetcher = useFetcher<Outcome>()
  const [outcome, setOutcome] = useState<Outcome & { at: number }>()
  useEffect(() => {
    if (fetcher.state !== 'idle' || !fetcher.data) return
    // Outcomes are plain data: they arrive as they were sent.
    setOutcome({ ...(fetcher.data as Outcome), at: Date.now() })
  }, [fetcher.state, fetcher.data])
  return {
    outcome,
    busy: fetcher.state !== 'idle',
    send(body: unknown) {
      setOutcome(undefined)
      fetcher.submit(JSON.stringify(body), { method: 'post', encType: 'application/json' })
    },
  }
}
