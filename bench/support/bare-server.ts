/** The reference if nginx is not installed: plain node:http that serves the bytes of a file; prints its port. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const body = readFileSync(process.argv[2] ?? '')
const headers = [
  ...['content-type', 'text/html; charset=utf-8', 'content-encoding', 'gzip'],
  ...['content-length', String(body.length)],
]
const server = createServer({ keepAliveTimeout: 65_000 }, (_, response) => {
  response.writeHead(200, headers)
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`)
})
