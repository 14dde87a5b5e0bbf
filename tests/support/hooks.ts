import { onTestFinished } from 'vitest'

type Effect = () => (() => void) | undefined

interface Slot {
  value?: unknown
  deps?: readonly unknown[]
  end?: (() => void) | undefined
}

let slots: Slot[] = []
let at = 0
let effects: { slot: Slot; effect: Effect }[] = []

function nextSlot(initial: () => Slot): Slot {
  const slot = slots[at] ?? initial()
  slots[at] = slot
  at += 1
  return slot
}

/** A replacement of React's hooks for tests of one component or hook over time, without a document. */
export const hooks = {
  useState(initial: unknown) {
    const slot = nextSlot(() => ({ value: initial }))
    return [slot.value, (value: unknown) => Object.assign(slot, { value })]
  },
  useRef: (initial: unknown) => nextSlot(() => ({ value: { current: initial } })).value,
  useEffect(effect: Effect, deps?: readonly unknown[]) {
    const isFirst = at === slots.length
    const slot = nextSlot(() => ({}))
    const isSame = !isFirst && deps?.every((value, index) => Object.is(value, slot.deps?.[index]))
    if (!isSame) effects.push({ slot: Object.assign(slot, { deps }), effect })
  },
}

/** Renders once and runs the effects, which end with the test. It never renders again by itself. */
export function draw<Result>(render: () => Result): Result {
  at = 0
  effects = []
  const result = render()
  for (const { slot, effect } of effects) {
    slot.end?.()
    slot.end = effect()
  }
  onTestFinished(endEffects)
  return result
}

/** Resets the rendered state. */
export function resetHooks(): void {
  endEffects()
  slots = []
}

function endEffects(): void {
  for (const slot of slots) {
    slot.end?.()
    slot.end = undefined
  }
}
