import { lazy, Suspense, useEffect, useState } from 'react'
import { SHOW_LOGIN_MODAL } from '#app/features/visitor/me.ts'

const LoginDialog = lazy(() => import('./login-dialog.tsx'))

/** Asks to sign in, wherever something needs an account: opened by the window event `show-login-modal`. */
export function LoginRequired() {
  const [asked, setAsked] = useState(0)
  useEffect(() => {
    const show = (event: Event) => {
      // Tells whoever asked that it was heard.
      event.preventDefault()
      setAsked((times) => times + 1)
    }
    window.addEventListener(SHOW_LOGIN_MODAL, show)
    return () => window.removeEventListener(SHOW_LOGIN_MODAL, show)
  }, [])
  return asked > 0 ? (
    <Suspense>
      <LoginDialog asked={asked} />
    </Suspense>
  ) : null
}
