/**
 * Shifts the clock of a process or a page by some milliseconds; it then runs at normal speed. With `node --import` it
 * reads the distance from the environment.
 */
export const CLOCK_VARIABLE = 'OVERROUND_TEST_CLOCK_MS'

/** Self-contained, because a browser gets its source text. */
export function moveClock(byMs: number): void {
  globalThis.Date = new Proxy(Date, {
    construct: (target, args, self) =>
      Reflect.construct(target, args.length > 0 ? args : [target.now() + byMs], self),
    apply: (target) => new target(target.now() + byMs).toString(),
    get: (target, name) => (name === 'now' ? () => target.now() + byMs : Reflect.get(target, name)),
  })
}

const moved = globalThis.process?.env[CLOCK_VARIABLE]
if (moved) moveClock(Number(moved))
