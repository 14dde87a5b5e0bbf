// Waits until a process of the site is ready for requests: node deploy/wait-until-ready.mjs http://127.0.0.1:3000 [seconds]
// Without the seconds, in a unit of systemd: as long as the process lives (MAINPID), because a migration can take long.
import { setTimeout as pause } from 'node:timers/promises'

const [origin = 'http://127.0.0.1:3000', limit] = process.argv.slice(2)
const mainPid = limit === undefined ? Number(process.env.MAINPID ?? 0) : 0
const seconds = Number(limit ?? 120)
const until = mainPid > 0 ? Number.POSITIVE_INFINITY : Date.now() + seconds * 1_000
/** In the log of a unit that waits for hours. */
const TELL_EVERY_MS = 30_000

async function findProblem() {
  try {
    const response = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(3_000) })
    return response.ok ? null : await response.text()
  } catch {
    return 'nobody answers'
  }
}

function hasEnded() {
  if (mainPid === 0) return false
  try {
    process.kill(mainPid, 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

let problem = await findProblem()
let toldAt = Date.now()
while (problem !== null && Date.now() < until && !hasEnded()) {
  if (Date.now() - toldAt >= TELL_EVERY_MS) {
    process.stderr.write(`${origin} is not ready yet: ${problem}\n`)
    toldAt = Date.now()
  }
  await pause(250)
  problem = await findProblem()
}
if (problem !== null) {
  const reason = hasEnded() ? 'its process has ended' : `${problem} after ${seconds} s`
  process.stderr.write(`${origin} is not ready: ${reason}\n`)
  process.exitCode = 1
}
