/**
 * Moves a process's or a page's clock by some milliseconds: it goes on from there at its own pace. Loaded by
 * `node --import` it takes the distance from the environment.
 */
export const CLOCK_VARIABLE = 'OVERROUND_TEST_CLOCK_MS'

/** Complete in itself: a browser gets its text. */
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
