import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'

const require = createRequire(import.meta.url)

interface Message {
  url: string
  type: 'error' | 'info' | 'non-document-error'
  subType?: 'warning' | 'fatal'
  message: string
  extract?: string
}

/** What the checker does not know: a rule of CSS View Transitions, and links of type `expect` of the HTML Standard. */
const isUnknown = ({ message, extract = '' }: Message) =>
  message === 'CSS: Unrecognized at-rule “@view-transition”' ||
  (message.startsWith('A “link” element with a “blocking” attribute') &&
    extract.includes('rel="expect" href="#end"'))

/** Whether this machine can run the checker. */
export function hasJava(): boolean {
  return spawnSync('java', ['-version'], { stdio: 'ignore' }).status === 0
}

/**
 * The Nu Html Checker's errors and warnings, each with the name of its document. It checks all documents in one
 * process, because its start takes longer than a check.
 */
export async function checkMarkup(documents: ReadonlyMap<string, string>): Promise<string[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'overround-markup-'))
  try {
    const names = new Map([...documents.keys()].map((name, index) => [`${index}.html`, name]))
    for (const [file, name] of names) writeFileSync(path.join(folder, file), documents.get(name) ?? '')
    const messages = await runChecker([...names.keys()].map((file) => path.join(folder, file)))
    return messages
      .filter(({ type, subType }) => type !== 'info' || subType === 'warning')
      .filter((message) => !isUnknown(message))
      .map(({ url, message, extract = '' }) => `${names.get(path.basename(url))}: ${message} ${extract}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function runChecker(files: string[]): Promise<Message[]> {
  const jar = require.resolve('vnu-jar/build/dist/vnu.jar')
  // For a process of seconds, Java's second compiler and parallel collector cost more than they save. The first compiler's
  // code needs more of the stack for the checker's recursion.
  const short = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xss8m']
  const args = [...short, '-jar', jar, '--format', 'json', '--stdout', '--exit-zero-always', ...files]
  const child = spawn('java', args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  let complaint = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    complaint += chunk
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve((JSON.parse(output) as { messages: Message[] }).messages)
      else reject(new Error(`The checker ended with code ${code}:\n${complaint}`))
    })
  })
}
