import { useState } from 'react'
import LoginDialog from '#app/features/accounts/components/login-dialog.tsx'
import { fill } from './react-root.tsx'

let ask: (() => void) | undefined

/** Opens the dialog that asks to sign in. */
export async function askToSignIn(): Promise<void> {
  if (ask) return ask()
  await fill(document.body.appendChild(document.createElement('div')), <Asked />)
}

function Asked() {
  const [asked, setAsked] = useState(1)
  ask = () => setAsked((times) => times + 1)
  return <LoginDialog asked={asked} />
}
