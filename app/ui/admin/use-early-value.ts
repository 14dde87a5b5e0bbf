import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { takeEarlyValue } from '../early.ts'

/** The ref of a field whose value may have changed before hydration; `onValue` is called with that value. */
export function useEarlyValue<T extends HTMLElement>(onValue: (value: string) => void): RefObject<T | null> {
  const ref = useRef<T>(null)
  const take = useEffectEvent(() => {
    const value = ref.current ? takeEarlyValue(ref.current) : undefined
    if (value !== undefined) onValue(value)
  })
  useEffect(() => take(), [])
  return ref
}
