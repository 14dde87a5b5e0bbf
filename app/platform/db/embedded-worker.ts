/** The thread of the embedded database: it executes the tasks of the main thread (embedded-thread.server.ts). */
import { parentPort, workerData } from 'node:worker_threads'
import type { Transaction } from '@electric-sql/pglite'
import { createInstance } from './embedded-instance.server.ts'
import type { PlainError, Report, Task } from './embedded-types.ts'

const port = parentPort
if (!port) throw new Error('This file is a thread of its own.')
const pglite = await createInstance({ folder: (workerData as { folder: string }).folder })
const listening = new Map<string, () => Promise<void>>()
let transaction: { inside: Transaction; end: (how: 'commit' | 'rollback') => Promise<void> } | undefined

const report = (message: Report) => port.postMessage(message)

port.on('message', async ({ id, task }: { id: number; task: Task }) => {
  try {
    report({ kind: 'done', id, value: await perform(task) })
  } catch (error) {
    report({ kind: 'failed', id, error: toPlain(error) })
  }
  if (task.do === 'close') port.close()
})
report({ kind: 'ready' })

async function perform(task: Task): Promise<unknown> {
  switch (task.do) {
    case 'query':
      return pglite.query(task.text, task.params, task.options)
    case 'query inside':
      return current().inside.query(task.text, task.params, task.options)
    case 'exec':
      return pglite.exec(task.text)
    case 'begin':
      return begin()
    case 'commit':
    case 'rollback':
      return current().end(task.do)
    case 'listen':
      return listen(task.channel)
    case 'unlisten':
      return listening.get(task.channel)?.()
    case 'close':
      return pglite.close()
  }
}

async function listen(channel: string): Promise<void> {
  const unlisten = await pglite.listen(channel, (payload) => report({ kind: 'notified', channel, payload }))
  listening.set(channel, unlisten)
}

function current() {
  if (!transaction) throw new Error('There is no open transaction.')
  return transaction
}

/** Opens a transaction, which stays open until the other thread ends it. */
function begin(): Promise<void> {
  return new Promise((begun, failed) => {
    const whole = pglite.transaction(async (inside) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const end = async (how: 'commit' | 'rollback') => {
        transaction = undefined
        if (how === 'commit') {
          resolve()
          await whole
        } else {
          const given = new Error('rolled back')
          reject(given)
          await whole.catch((error) => {
            if (error !== given) throw error
          })
        }
      }
      transaction = { inside, end }
      begun()
      await promise
    })
    whole.catch(failed)
  })
}

function toPlain(error: unknown): PlainError {
  if (!(error instanceof Error))
    return { name: 'Error', message: String(error), stack: undefined, fields: {} }
  const { name, message, stack } = error
  const fields = Object.entries(error).filter(([, value]) => typeof value !== 'object')
  return { name, message, stack, fields: Object.fromEntries(fields) }
}
