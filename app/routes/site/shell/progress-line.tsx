import { lazy, Suspense } from 'react'
import { useNavigation } from 'react-router'
import type { SportMenuEntry } from '#app/features/catalogue/schema.ts'

/** Shown only when the way takes longer, so it is fetched on the way. */
const LoadingText = lazy(() => import('./loading-text.tsx'))

/** A thin line while the next page is on its way, and in words what is being fetched once it takes longer. */
export function ProgressLine({ sports }: { sports: SportMenuEntry[] | null }) {
  const loading = useNavigation().state === 'loading'
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-0 z-20">
      {loading && (
        <>
          <div className="progress-line h-0.5 bg-button" />
          <Suspense>
            <LoadingText sports={sports ?? []} />
          </Suspense>
        </>
      )}
    </div>
  )
}
