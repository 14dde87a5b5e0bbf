import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

/** A certificate for localhost that no one trusts, valid for a hundred years. */
const folder = path.resolve(import.meta.dirname, 'tls')
const certificate = {
  key: readFileSync(path.join(folder, 'key.pem')),
  cert: readFileSync(path.join(folder, 'certificate.pem')),
}

export interface TlsProxy {
  /** 'https://localhost:…' */
  origin: string
  /** The target of later requests. */
  target: string
  close(): Promise<void>
}

/** A TLS proxy in front of a site in production: it keeps the Host header and adds the client's address. */
export async function startTlsProxy(): Promise<TlsProxy> {
  const proxy = { target: '' }
  const server = createServer(certificate, (incoming, outgoing) => {
    const { hostname, port } = new URL(proxy.target)
    const headers = {
      ...incoming.headers,
      'x-forwarded-proto': 'https',
      'x-forwarded-for': incoming.socket.remoteAddress ?? '',
    }
    const forwarded = request(
      { hostname, port, path: incoming.url, method: incoming.method, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
        answer.pipe(outgoing)
      },
    )
    forwarded.on('error', () => outgoing.destroy())
    outgoing.on('close', () => forwarded.destroy())
    incoming.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const { port } = server.address() as AddressInfo
  return Object.assign(proxy, {
    origin: `https://localhost:${port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}
