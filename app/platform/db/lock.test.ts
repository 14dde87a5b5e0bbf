import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockDataFolder } from './lock.server.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'overround-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const file = () => path.join(folder, 'overround.pid')

/** A process of its own that takes the folder and prints what became of it. */
function tryInChild(then: 'stay' | 'leave soon'): Promise<{ output: string; kill: () => Promise<void> }> {
  const script = `import { lockDataFolder } from ${JSON.stringify(path.resolve(import.meta.dirname, 'lock.server.ts'))}
    try { lockDataFolder(${JSON.stringify(folder)}); console.log('locked') } catch (error) { console.log(error.name) }
    ${then === 'stay' ? 'setInterval(() => {}, 1000)' : 'setTimeout(() => {}, 500)'}`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const closed = new Promise<void>((resolve) => child.on('close', () => resolve()))
  return new Promise((resolve) => {
    child.stdout.once('data', (chunk) =>
      resolve({
        output: String(chunk).trim(),
        kill: async () => {
          child.kill('SIGKILL')
          await closed
        },
      }),
    )
  })
}

describe('lockDataFolder', () => {
  it('refuses a folder that another process holds, naming the process and a way out', async () => {
    const other = await tryInChild('stay')
    const refusal = expect.objectContaining({ message: expect.stringMatching(/DATA_DIR=/) })
    expect(() => lockDataFolder(folder)).toThrow(refusal)
    await other.kill()
  })

  it('takes over from a process that was killed', async () => {
    const other = await tryInChild('stay')
    expect(other.output).toBe('locked')
    await other.kill()
    const unlock = lockDataFolder(folder)
    expect(JSON.parse(readFileSync(file(), 'utf8')).pid).toBe(process.pid)
    unlock()
    expect(existsSync(file())).toBe(false)
  })

  it.skipIf(process.platform !== 'linux')('takes over from a process while it is being killed', async () => {
    const other = await tryInChild('stay')
    // Nothing of this process runs in between, so that nobody asks how the other one ended.
    process.kill(JSON.parse(readFileSync(file(), 'utf8')).pid, 'SIGKILL')
    lockDataFolder(folder)()
    await other.kill()
  })

  it('waits for a process that is about to end', async () => {
    const other = await tryInChild('leave soon')
    expect(other.output).toBe('locked')
    lockDataFolder(folder)()
    await other.kill()
  })

  it('is not deceived by a process id that is used again', () => {
    writeFileSync(file(), JSON.stringify({ pid: process.pid, started: '1' }))
    if (process.platform === 'linux') lockDataFolder(folder)()
  })

  it('takes over a file that was cut short', () => {
    writeFileSync(file(), '{"pid":')
    lockDataFolder(folder)()
  })

  it('lets exactly one of several take over at once', async () => {
    writeFileSync(file(), JSON.stringify({ pid: 2 ** 22 - 1, started: '1' }))
    const children = await Promise.all(Array.from({ length: 6 }, () => tryInChild('stay')))
    expect(children.filter((it) => it.output === 'locked')).toHaveLength(1)
    await Promise.all(children.map((it) => it.kill()))
  })
})
