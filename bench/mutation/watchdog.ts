/**
 * A thread of the test worker that ends a worker whose main thread neither returns nor yields: a loop in a package or in
 * a test counts no ticks.
 */
import { setInterval } from 'node:timers'
import { workerData } from 'node:worker_threads'

/** How long the main thread may be silent. */
const SILENCE_MS = 10_000
const LOOK_MS = 1_000

/** Its only element is the number of the main thread's beats. */
const beats: Int32Array = workerData.beats

let [last, since] = [Atomics.load(beats, 0), performance.now()]
setInterval(() => {
  const now = Atomics.load(beats, 0)
  if (now !== last) [last, since] = [now, performance.now()]
  else if (performance.now() - since > SILENCE_MS) process.kill(process.pid, 'SIGKILL')
}, LOOK_MS)
