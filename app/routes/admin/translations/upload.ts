import type { ImportOutcome, ImportProgress } from '#app/features/translations/commands.server.ts'
import { readText } from '#app/platform/text/read-text.ts'

export type UploadOutcome =
  | ImportOutcome
  | { kind: 'signed-out' | 'forbidden' }
  /** The browser could not read the file, or the server did not accept it. */
  | { kind: 'read-failed' | 'process-failed' }

/** Sends a file to be imported, and reports its progress. */
export async function uploadTranslations(
  file: File,
  onProgress: (progress: ImportProgress) => void,
): Promise<UploadOutcome> {
  onProgress({ done: 0, total: 0 })
  const text = await readText(file).catch(() => null)
  if (text === null) return { kind: 'read-failed' }
  try {
    const response = await fetch('/admin/translations/import', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: text,
    })
    if (response.status === 401) return { kind: 'signed-out' }
    if (response.status === 403) return { kind: 'forbidden' }
    if (!response.ok || !response.body) return { kind: 'process-failed' }
    let outcome: UploadOutcome = { kind: 'failed', written: 0 }
    for await (const line of linesOf(response.body)) {
      const told = JSON.parse(line) as ImportProgress | ImportOutcome
      if ('kind' in told) outcome = told
      else {
        outcome = { kind: 'failed', written: told.done }
        onProgress(told)
      }
    }
    return outcome
  } catch {
    return { kind: 'process-failed' }
  }
}

async function* linesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) break
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    yield* lines.filter(Boolean)
  }
  if (rest) yield rest
}
