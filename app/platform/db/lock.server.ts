import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Another process uses the data folder. */
export class DataFolderInUseError extends Error {
  override name = 'DataFolderInUseError'
  constructor(folder: string, pid: string) {
    super(
      `The data folder ${folder} is in use by process ${pid}: the embedded database belongs to one process at a time.\n` +
        'Stop that one first (is the site already running?), or give this one another folder: DATA_DIR=other-folder npm start',
    )
  }
}

/** The data folder cannot be made, or written to. */
export class DataFolderError extends Error {
  override name = 'DataFolderError'
  constructor(folder: string, cause: unknown) {
    super(
      `The data folder ${folder} cannot be used: ${cause instanceof Error ? cause.message : String(cause)}.\n` +
        'The user of this process must be able to write there (with Docker, to the volume). DATA_DIR names another folder.',
      { cause },
    )
  }
}

/** A process that was stopped or killed can take a moment to end; after kill -9 the system first frees its memory. */
const PATIENCE_MS = 10_000
/** SQLITE_BUSY */
const BUSY = 5

/** Garbage collection closes an unreferenced file, which releases its lock. */
const held = new Set<DatabaseSync>()

/**
 * Locks the folder for this process until the returned function is called or the process ends. The lock is the
 * operating system's lock on a file, which is always released with its process; Node.js uses it through SQLite.
 * @param patienceMs how long to wait for another process to end
 * @throws DataFolderInUseError, DataFolderError
 */
export function lockDataFolder(folder: string, patienceMs = PATIENCE_MS): () => void {
  const file = openLock(folder, patienceMs)
  /** For the message above only: it is not used for the lock. */
  const owner = path.join(folder, 'overround.pid')
  try {
    file.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    file.close()
    if ((error as { errcode?: number }).errcode !== BUSY) throw new DataFolderError(folder, error)
    throw new DataFolderInUseError(folder, readOwner(owner))
  }
  held.add(file)
  writeFileSync(owner, String(process.pid), { mode: 0o600 })
  return () => {
    rmSync(owner, { force: true })
    file.close()
    held.delete(file)
  }
}

function readOwner(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return '(unknown)'
  }
}

function openLock(folder: string, patienceMs: number): DatabaseSync {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return new DatabaseSync(path.join(folder, 'overround.lock'), { timeout: patienceMs })
  } catch (error) {
    throw new DataFolderError(folder, error)
  }
}
