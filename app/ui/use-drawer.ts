import { type RefObject, useEffect } from 'react'
import { closeDrawer, makeDrawer } from './drawer.ts'
import { useNavigated } from './use-navigated.ts'

/** Makes a popover of the application a drawer, which closes on navigation. */
export function useDrawer(drawer: RefObject<HTMLElement | null>): void {
  useEffect(() => (drawer.current ? makeDrawer(drawer.current) : undefined), [drawer])
  useNavigated(() => {
    if (drawer.current) closeDrawer(drawer.current)
  })
}
