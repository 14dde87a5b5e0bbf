import { parseArgs } from 'node:util'
import { startSandbox } from './server.ts'

const { values } = parseArgs({ options: { port: { type: 'string' }, seed: { type: 'string' } } })
const sandbox = await startSandbox({ port: Number(values.port ?? 4_739), seed: Number(values.seed ?? 7) })
for (const feed of sandbox.feeds) process.stdout.write(`${feed.source.padEnd(14)}${feed.address}\n`)
process.stdout.write(`${'sportsdb'.padEnd(14)}${sandbox.sportsDb}\n`)
