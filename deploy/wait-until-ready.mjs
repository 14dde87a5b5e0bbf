// Waits until a process of the site is ready for requests: node deploy/wait-until-ready.mjs http://127.0.0.1:3000 [seconds]
import { setTimeout as pause } from 'node:timers/promises'

const [origin = 'http://127.0.0.1:3000', seconds = '120'] = process.argv.slice(2)
const until = Date.now() + Number(seconds) * 1_000

async function findProblem() {
  try {
    const response = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(3_000) })
    return response.ok ? null : await response.text()
  } catch {
    return 'nobody answers'
  }
}

let problem = await findProblem()
while (problem !== null && Date.now() < until) {
  await pause(250)
  problem = await findProblem()
}
if (problem !== null) {
  process.stderr.write(`${origin} is not ready after ${seconds} s: ${problem}\n`)
  process.exitCode = 1
}
