/**
 * The load if wrk is not installed: 64 connections that send the next request after each response; prints the responses
 * per second.
 */
import { connect } from 'node:net'

const CONNECTIONS = 64
const [port, path, seconds] = [Number(process.argv[2]), process.argv[3] ?? '/', Number(process.argv[4] ?? 3)]
const request = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: gzip\r\n\r\n`)
let answers = 0

function keepAsking(): void {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  let missing = 0
  socket.on('connect', () => socket.write(request))
  socket.on('data', (chunk: Buffer) => {
    missing = missing > 0 ? missing - chunk.length : bytesAfter(chunk)
    if (missing > 0) return
    answers += 1
    socket.write(request)
  })
}

function bytesAfter(chunk: Buffer): number {
  const end = chunk.indexOf('\r\n\r\n')
  const length = Number(/content-length: (\d+)/i.exec(chunk.toString('latin1', 0, end))?.[1])
  return end + 4 + length - chunk.length
}

for (let i = 0; i < CONNECTIONS; i += 1) keepAsking()
const startedAt = performance.now()
setTimeout(() => {
  process.stdout.write(`${(answers / (performance.now() - startedAt)) * 1000}\n`)
  process.exit(0)
}, seconds * 1000)
