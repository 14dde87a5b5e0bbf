import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockDataFolder } from './lock.server.ts'

let folder: string
const children: ChildProcess[] = []
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'overround-lock-'))
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const file = () => path.join(folder, 'overround.pid')

/** A separate process that locks the folder and prints the result. */
function tryInChild(
  then: 'stay' | 'leave soon',
): Promise<{ pid: number; output: string; kill: () => Promise<void> }> {
  const script = `import { lockDataFolder } from ${JSON.stringify(path.resolve(import.meta.dirname, 'lock.server.ts'))}
    try { lockDataFolder(${JSON.stringify(folder)}, 1_000); console.log('locked') } catch (error) { console.log(error.name) }
    ${then === 'stay' ? 'setInterval(() => gc(), 20)' : 'setTimeout(() => {}, 500)'}`
  const child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const closed = new Promise<void>((resolve) => child.on('close', () => resolve()))
  return new Promise((resolve) => {
    child.stdout.once('data', (chunk) =>
      resolve({
        pid: child.pid ?? 0,
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
  it('refuses a folder that another process holds, naming the process and a solution', async () => {
    const other = await tryInChild('stay')
    expect(() => lockDataFolder(folder, 100)).toThrow(
      expect.objectContaining({
        name: 'DataFolderInUseError',
        message: expect.stringMatching(new RegExp(`process ${other.pid}:[\\s\\S]*DATA_DIR=`)),
      }),
    )
    await other.kill()
  })

  it('says that a folder cannot be made or written to', () => {
    expect(() => lockDataFolder('/dev/null/nowhere')).toThrow(
      expect.objectContaining({
        name: 'DataFolderError',
        message: expect.stringMatching(/^The data folder \/dev\/null\/nowhere cannot be used: ENOTDIR/),
      }),
    )
    mkdirSync(path.join(folder, 'overround.lock'))
    expect(() => lockDataFolder(folder)).toThrow('cannot be used: unable to open database file.')
  })

  it('refuses a folder that this process holds, and keeps the lock', async () => {
    const unlock = lockDataFolder(folder)
    expect(() => lockDataFolder(folder, 100)).toThrow(`process ${process.pid}`)
    expect((await tryInChild('leave soon')).output).toBe('DataFolderInUseError')
    unlock()
    lockDataFolder(folder, 100)()
  })

  it('takes the lock of a process that was killed', async () => {
    const other = await tryInChild('stay')
    expect(other.output).toBe('locked')
    await other.kill()
    const unlock = lockDataFolder(folder, 100)
    expect(readFileSync(file(), 'utf8')).toBe(String(process.pid))
    unlock()
    expect(existsSync(file())).toBe(false)
  })

  it('takes the lock of a process while it is being killed', async () => {
    const other = await tryInChild('stay')
    // Blocks this process in between, so that it cannot observe the other one's exit.
    process.kill(other.pid, 'SIGKILL')
    lockDataFolder(folder)()
    await other.kill()
  })

  it('waits for a process that is about to end', async () => {
    const other = await tryInChild('leave soon')
    expect(other.output).toBe('locked')
    lockDataFolder(folder)()
    await other.kill()
  })

  it('does not depend on the process id that it writes for the message', () => {
    for (const text of [String(process.ppid), String(process.pid), '']) {
      writeFileSync(file(), text)
      lockDataFolder(folder, 100)()
    }
  })

  it('lets exactly one of several take a folder at once, also after one was killed', async () => {
    const killed = await tryInChild('stay')
    await killed.kill()
    const others = await Promise.all(Array.from({ length: 6 }, () => tryInChild('stay')))
    expect(others.filter((it) => it.output === 'locked')).toHaveLength(1)
    await Promise.all(others.map((it) => it.kill()))
  })
})
