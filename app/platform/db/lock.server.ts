import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'

/** Another process uses the data folder. */
export class DataFolderInUseError extends Error {
  override name = 'DataFolderInUseError'
  constructor(folder: string, pid: number) {
    super(
      `The data folder ${folder} is in use by process ${pid}: the embedded database belongs to one process at a time.\n` +
        'Stop that one first (is the site already running?), or give this one another folder: DATA_DIR=other-folder npm start',
    )
  }
}

const ABANDONED_TURN_MS = 3_000
/** A process that stops by itself may be about to be gone. */
const PATIENCE_MS = 3_000
/** One that was killed is gone once the system has taken its memory back, which takes long on a busy machine. */
const DYING_MS = 60_000
const LOOK_AGAIN_MS = 50

interface Owner {
  pid: number
  /** When the process started, as the system tells it: a process id is used again sooner or later. */
  started: string
}

/**
 * Takes the folder for this process, until the returned function is called or the process is gone, however it ended.
 * Waits for another process that is about to be gone.
 * @throws DataFolderInUseError
 */
export function lockDataFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = path.join(folder, 'overround.pid')
  const me: Owner = { pid: process.pid, started: stateOf(process.pid).started }
  const began = Date.now()
  for (let attempt = 0; attempt < 2_000; attempt += 1) {
    if (claim(file, me)) return () => release(file, me)
    const owner = readOwner(file)
    if (owner && isRunning(owner)) {
      const patience = stateOf(owner.pid).isDying ? DYING_MS : PATIENCE_MS
      if (owner.pid === process.pid || Date.now() - began > patience) {
        throw new DataFolderInUseError(folder, owner.pid)
      }
      pause(LOOK_AGAIN_MS)
      continue
    }
    removeStale(file)
  }
  throw new DataFolderInUseError(folder, readOwner(file)?.pid ?? 0)
}

function claim(file: string, me: Owner): boolean {
  try {
    const handle = openSync(file, 'wx', 0o600)
    writeSync(handle, JSON.stringify(me))
    closeSync(handle)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
  return true
}

/**
 * Removes the file of a process that is gone. Only one process at a time may look and remove: otherwise a slow one
 * could remove the file that a quick one has just put in its place.
 */
function removeStale(file: string): void {
  const turn = `${file}.turn`
  try {
    mkdirSync(turn)
  } catch {
    const age = Date.now() - (statSync(turn, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (age > ABANDONED_TURN_MS) rmSync(turn, { recursive: true, force: true })
    pause(25)
    return
  }
  try {
    const owner = readOwner(file)
    if (!owner || !isRunning(owner)) rmSync(file, { force: true })
  } finally {
    rmSync(turn, { recursive: true, force: true })
  }
}

function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

function release(file: string, me: Owner): void {
  if (isSame(readOwner(file), me)) rmSync(file, { force: true })
}

function readOwner(file: string): Owner | undefined {
  // Between creation and writing the file is empty: give its owner a moment.
  for (let attempt = 0; attempt < 20 && existsSync(file); attempt += 1) {
    try {
      return JSON.parse(readFileSync(file, 'utf8')) as Owner
    } catch {
      pause(10)
    }
  }
  return undefined
}

function isSame(a: Owner | undefined, b: Owner): boolean {
  return a?.pid === b.pid && a.started === b.started
}

function isRunning(owner: Owner): boolean {
  try {
    process.kill(owner.pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const { started, isOver } = stateOf(owner.pid)
  if (isOver) return false
  return started === '' || owner.started === '' || started === owner.started
}

/** Bits of Linux: the process is on its way out, and SIGKILL (9) in a mask of signals. */
const EXITING = 0x4
const KILLED = 0x100n

interface ProcessState {
  /** When it started, in clock ticks since boot; empty where the system does not tell (not Linux). */
  started: string
  /** It was killed, or leaves, and is not gone yet. */
  isDying: boolean
  /** It has ended, and only its parent has not asked how. */
  isOver: boolean
}

function stateOf(pid: number): ProcessState {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program's name in parentheses and may hold anything; the state is the third.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [state = ''] = fields
    const pending = /ShdPnd:\s*([0-9a-f]+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0'
    return {
      started: fields[19] ?? '',
      isDying: (Number(fields[6]) & EXITING) !== 0 || (BigInt(`0x${pending}`) & KILLED) !== 0n,
      isOver: state === 'Z' || state === 'X',
    }
  } catch {
    return { started: '', isDying: false, isOver: false }
  }
}
