import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { watchPage } from '#app/features/live/watch.ts'
import { refreshMe } from '#app/features/visitor/me-store.ts'

/**
 * Reads the data of an open screen again, within a minute and when its tab is shown again. The account is read first: if the
 * site does not answer, the router would show its error in place of the screen.
 */
export function useRenewal(): void {
  const { revalidate } = useRevalidator()
  useEffect(
    () =>
      watchPage(null, async () => {
        if (await refreshMe()) await revalidate()
      }),
    [revalidate],
  )
}
