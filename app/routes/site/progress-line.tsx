import { useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { useNavigated } from '#app/ui/use-navigated.ts'

/**
 * A thin line while the next screen is loading. Screen readers hear which one was loaded, as after loading a document.
 */
export function ProgressLine() {
  const loading = useNavigation().state === 'loading'
  const { pathname } = useLocation()
  const [shown, setShown] = useState({ pathname, title: '' })
  useNavigated(() => {
    if (pathname === shown.pathname) return
    setShown({ pathname, title: document.title })
    // The link that was followed is gone: the focus moves to the page instead of the browser's toolbar.
    if (document.activeElement === document.body)
      document.getElementById('content')?.focus({ preventScroll: true })
  })
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-0 z-20">
      {loading ? <div className="progress-line h-0.5 bg-button" /> : <p className="sr-only">{shown.title}</p>}
    </div>
  )
}
