import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { makeCachedResponse } from './cached-response.server.ts'
import { FrontServer, parsePlainRequest } from './front-server.server.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const plain = (...fields: string[]) =>
  `GET /en HTTP/1.1\r\n${['Host: a', ...fields].map((it) => `${it}\r\n`).join('')}\r\n`

describe('parsePlainRequest', () => {
  it('reads the headers that select a cached response', () => {
    const request = plain(
      'User-Agent: x',
      'accept-encoding:br',
      'If-None-Match: \t"a"  ',
      'Connection: Keep-Alive',
    )
    expect(parsePlainRequest(Buffer.from(request))).toEqual({
      target: '/en',
      host: 'a',
      acceptEncoding: 'br',
      ifNoneMatch: '"a"',
      forwardedFor: undefined,
      cookie: undefined,
      authorization: undefined,
    })
  })

  it.each([
    plain('Content-Length: 0'),
    plain('content-length : 3'),
    plain('Transfer-Encoding: chunked'),
    plain('Connection: close'),
    plain('Connection: keep-alive, Upgrade'),
    plain('Upgrade: websocket'),
    plain('Expect: 100-continue'),
    plain('Host: b'),
    plain('Accept-Encoding: br', 'Accept-Encoding: gzip'),
    plain(' folded'),
    plain('no colon'),
    plain(': no name'),
    plain('X: a\0b'),
    plain('X: a\nY: b'),
    plain('X: a\rY: b'),
    `${plain()}G`,
    plain() + plain(),
    plain().slice(0, -1),
    plain().slice(0, -4),
    plain().replaceAll('\r\n', '\n'),
    `\r\n${plain()}`,
    plain().replace('GET', 'HEAD'),
    plain().replace('GET', 'get'),
    plain().replace('1.1', '1.0'),
    plain().replace('/en ', '/en  '),
    plain().replace('/en', 'http://a/en'),
    plain().replace('/en', '/\u00e9'),
    plain().replace('/en', '/api/v1/changes/stream'),
    plain().replace('/en', '/api/v1/changes/stream?after=1'),
    plain(`X: ${'x'.repeat(9_000)}`),
    'GET /en HTTP/1.1\r\n\r\n',
    '',
  ])('leaves %j to node:http', (request) => {
    expect(parsePlainRequest(Buffer.from(request, 'latin1'))).toBeUndefined()
  })
})

describe('FrontServer', () => {
  let server: FrontServer
  let seen: string[]
  /** Pieces of the large response. */
  let sent: number
  afterEach(() => {
    if (!server.listening) return
    server.close()
    server.closeAllConnections()
  })

  /** Answers /copy… with a cached response, and everything else through node:http with what it received. */
  async function open(
    body = 'copy',
    keepAliveTimeoutMs = 5_000,
    connectionsPerNetwork?: number,
  ): Promise<number> {
    const cached = await makeCachedResponse({
      status: 200,
      headers: [['content-type', 'text/plain']],
      body: Buffer.from(body),
    })
    seen = []
    sent = 0
    server = new FrontServer({
      listener: async (request, response) => {
        seen.push(`${request.method} ${request.url}`)
        if (request.url === '/later') await sleep(100)
        if (request.url === '/close') response.setHeader('connection', 'close')
        if (request.url === '/large') {
          for (; sent < 200; sent += 1)
            if (!response.write('x'.repeat(100_000))) await once(response, 'drain')
          response.end()
          return
        }
        if (request.url === '/stream') {
          response.on('close', () => seen.push('gone')).write('data: 1\n\n')
          return
        }
        const received = Buffer.concat(await request.toArray()).toString()
        response.end(`${request.method} ${request.url} ${received}`)
      },
      lookup: ({ target }) => {
        if (target.startsWith('/copy')) return cached
        if (target === '/made-slowly') return sleep(200).then(() => cached)
        if (target.startsWith('/made')) return sleep(5).then(() => (target === '/made' ? cached : undefined))
        return undefined
      },
      keepAliveTimeoutMs,
      connectionsPerNetwork,
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }

  const get = (target: string) => `GET ${target} HTTP/1.1\r\nHost: a\r\n\r\n`
  const post = (target: string, body: string) =>
    `POST ${target} HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`

  /** The bodies of the answers that have come in whole. */
  function bodiesOf(received: string): string[] {
    const bodies: string[] = []
    let rest = received
    while (rest !== '') {
      const end = rest.indexOf('\r\n\r\n')
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(rest.slice(0, end))?.[1])
      if (end === -1 || rest.length < end + 4 + length) break
      bodies.push(rest.slice(end + 4, end + 4 + length))
      rest = rest.slice(end + 4 + length)
    }
    return bodies
  }

  function collect(socket: Socket): { text: string } {
    const received = { text: '' }
    socket.setEncoding('latin1')
    socket.on('data', (chunk) => {
      received.text += chunk
    })
    return received
  }

  async function until(condition: () => boolean): Promise<void> {
    const deadline = Date.now() + 20_000
    while (!condition()) {
      if (Date.now() > deadline) throw new Error('Timed out after twenty seconds')
      await sleep(2)
    }
  }

  it('sends cached responses without node:http, on one connection', async () => {
    const socket = connect(await open(), '127.0.0.1')
    const received = collect(socket)
    for (let i = 1; i <= 3; i += 1) {
      socket.write(get(`/copy${i}`))
      await until(() => bodiesOf(received.text).length === i)
    }
    expect(bodiesOf(received.text)).toEqual(['copy', 'copy', 'copy'])
    expect(received.text).toMatch(
      /^HTTP\/1\.1 200 OK\r\n[\s\S]*date: .* GMT\r\nconnection: keep-alive\r\nkeep-alive: timeout=5\r\n\r\ncopy/,
    )
    expect(seen).toEqual([])
    socket.destroy()
  })

  it('waits for a page that is being rendered, and keeps the connection', async () => {
    const socket = connect(await open('copy', 60), '127.0.0.1')
    const received = collect(socket)
    socket.end(get('/made-slowly'))
    await once(socket, 'close')
    expect(bodiesOf(received.text)).toEqual(['copy'])
    expect(seen).toEqual([])
    const inVain = connect((server.address() as AddressInfo).port, '127.0.0.1').resume()
    inVain.end(get('/made-not'))
    await once(inVain, 'close')
  })

  it('finishes responses in progress when it stops', async () => {
    const socket = connect(await open(), '127.0.0.1')
    const received = collect(socket)
    socket.write(get('/made-slowly'))
    await sleep(50)
    server.close()
    await once(socket, 'close')
    expect(bodiesOf(received.text)).toEqual(['copy'])
  })

  it('takes a connection back after node:http has answered a plain request, and not after any other', async () => {
    const socket = connect(await open(), '127.0.0.1')
    const received = collect(socket)
    for (const [i, request] of [
      get('/copy'),
      get('/other'),
      get('/copy'),
      get('/made-not'),
      get('/copy'),
      post('/form', 'a=1'),
      get('/copy'),
    ].entries()) {
      socket.write(request)
      await until(() => bodiesOf(received.text).length === i + 1)
    }
    expect(bodiesOf(received.text)).toEqual([
      'copy',
      'GET /other ',
      'copy',
      'GET /made-not ',
      'copy',
      'POST /form a=1',
      'GET /copy ',
    ])
    expect(seen).toEqual(['GET /other', 'GET /made-not', 'POST /form', 'GET /copy'])
    socket.destroy()
  })

  it('answers requests that arrive while node:http answers a plain request, in order', async () => {
    const socket = connect(await open(), '127.0.0.1')
    const received = collect(socket)
    socket.write(get('/later'))
    await until(() => seen.length === 1)
    socket.write(get('/copy'))
    await until(() => bodiesOf(received.text).length === 2)
    expect(bodiesOf(received.text)).toEqual(['GET /later ', 'copy'])
    expect(seen).toEqual(['GET /later'])
    socket.destroy()
  })

  it('closes a connection when a response of node:http or the client requires it', async () => {
    const port = await open()
    const closed = connect(port, '127.0.0.1')
    const received = collect(closed)
    closed.write(get('/close'))
    await once(closed, 'close')
    expect(received.text).toMatch(/connection: close[\s\S]*GET \/close $/i)
    const ending = connect(port, '127.0.0.1')
    const [accepted] = (await once(server, 'connection')) as [Socket]
    const answer = collect(ending)
    ending.end(get('/later'))
    await once(accepted, 'close')
    expect(bodiesOf(answer.text)).toEqual(['GET /later '])
  })

  it('leaves a stream to node:http, which detects at once that the client is gone', async () => {
    const socket = connect(await open(), '127.0.0.1')
    const received = collect(socket)
    socket.write(get('/stream').replace('\r\n\r\n', '\r\nAccept: text/event-stream\r\n\r\n'))
    await until(() => received.text.includes('data: 1'))
    socket.destroy()
    await until(() => seen.includes('gone'))
  })

  it('answers any requests in order, for any division into chunks', async () => {
    const port = await open()
    const request = fc.oneof(
      fc
        .constantFrom('/copy', '/copy2', '/made', '/made-not', '/other')
        .map((target) => ({ bytes: get(target), target })),
      fc
        .stringMatching(/^[a-zA-Z \r\n]{0,40}$/)
        .map((body) => ({ bytes: post('/form', body), target: `form ${body}` })),
    )
    const scenario = fc.record({
      requests: fc.array(request, { minLength: 1, maxLength: 8 }),
      cuts: fc.array(fc.nat(), { maxLength: 6 }),
      pause: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(scenario, async ({ requests, cuts, pause }) => {
        const bytes = requests.map((it) => it.bytes).join('')
        const positions = [0, ...cuts.map((cut) => cut % bytes.length), bytes.length].toSorted(
          (a, b) => a - b,
        )
        const socket = connect({ port, host: '127.0.0.1', noDelay: true })
        const received = collect(socket)
        for (const [i, start] of positions.entries()) {
          socket.write(bytes.slice(start, positions[i + 1] ?? start))
          if (pause) await sleep(1)
        }
        await until(() => bodiesOf(received.text).length === requests.length)
        const bodies = bodiesOf(received.text)
        for (const [i, { target }] of requests.entries()) {
          if (target.startsWith('form ')) expect(bodies[i]).toBe(`POST /form ${target.slice(5)}`)
          else if (target === '/other' || target === '/made-not') expect(bodies[i]).toBe(`GET ${target} `)
          else expect(['copy', `GET ${target} `]).toContain(bodies[i])
        }
        socket.destroy()
      }),
      { numRuns: 150 },
    )
  })

  it('applies backpressure to a large response of node:http when the client does not read', async () => {
    const socket = connect(await open(), '127.0.0.1')
    socket.pause()
    socket.write(get('/large'))
    await until(() => seen.includes('GET /large'))
    await sleep(100)
    expect(sent).toBeLessThan(200)
    let received = 0
    socket.on('data', (chunk: Buffer) => {
      received += chunk.length
    })
    socket.resume()
    await until(() => received > 200 * 100_000)
    socket.destroy()
  })

  it('applies backpressure when the client does not read', async () => {
    const socket = connect(await open('x'.repeat(200_000)), '127.0.0.1')
    socket.pause()
    for (let i = 0; i < 200; i += 1) {
      socket.write(get('/copy'))
      await sleep(1)
    }
    // What it could not send went to node:http, which stops reading when its answers are not taken.
    // The garbage of earlier tests is not among what it keeps.
    collectGarbage()
    expect(process.memoryUsage().arrayBuffers).toBeLessThan(200_000 * 150)
    socket.destroy()
  })

  it('refuses what is not HTTP as node:http does', async () => {
    const socket = connect(await open(), '127.0.0.1')
    const received = collect(socket)
    socket.write('\x16\x03\x01 hello')
    await once(socket, 'close')
    expect(received.text).toMatch(/^HTTP\/1\.1 400 Bad Request/)
  })

  it('closes a connection that the client ends, or that stays idle', async () => {
    const port = await open('copy', 200)
    const ending = connect(port, '127.0.0.1').resume()
    ending.end(get('/copy'))
    await once(ending, 'close')
    const idle = connect(port, '127.0.0.1').resume()
    await once(idle, 'close')
    const used = connect(port, '127.0.0.1').resume()
    used.write(get('/copy'))
    await once(used, 'close')
    expect(server.listening).toBe(true)
  })

  it('closes idle connections when it stops, including those that it answered itself', async () => {
    const port = await open()
    const sockets = [connect(port, '127.0.0.1').resume(), connect(port, '127.0.0.1').resume()]
    sockets[0]?.write(get('/copy'))
    sockets[1]?.write(get('/other'))
    await sleep(50)
    const closed = Promise.all([...sockets.map((socket) => once(socket, 'close')), once(server, 'close')])
    server.close()
    await closed
  })

  it('survives clients that disconnect', async () => {
    const port = await open('x'.repeat(300_000))
    for (let i = 0; i < 50; i += 1) {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined)
      const target = ['/copy', '/other', '/made', '/made-not'][i % 4] ?? ''
      if (i % 5) socket.write(get(target))
      else socket.end(get(target))
      if (i % 3) await sleep(1)
      socket.resetAndDestroy()
    }
    const socket = connect(port, '127.0.0.1')
    const received = collect(socket)
    socket.write(get('/copy'))
    await until(() => bodiesOf(received.text).length === 1)
    socket.destroy()
  })

  it('limits the connections of a network, and closes an idle one to accept another', async () => {
    const port = await open('copy', 5_000, 3)
    const begin = 'POST /slow HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n'
    const sockets = [1, 2, 3].map(() => connect(port, '127.0.0.1'))
    const [waiting, ...asking] = sockets
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    for (const socket of asking) socket.write(begin)
    await until(() => seen.length === 2)
    const another = connect(port, '127.0.0.1')
    await once(waiting as Socket, 'close')
    another.write(begin)
    await until(() => seen.length === 3)
    const refused = connect(port, '127.0.0.1').on('error', () => undefined)
    await once(refused, 'close')
    const neighbour = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' })
    const received = collect(neighbour)
    neighbour.write(get('/copy'))
    await until(() => bodiesOf(received.text).length === 1)
    for (const socket of [...asking, another]) {
      socket.resume().end('123456789')
      await once(socket, 'close')
    }
    const later = connect(port, '127.0.0.1')
    const answer = collect(later)
    later.write(get('/copy'))
    await until(() => bodiesOf(answer.text).length === 1)
    neighbour.destroy()
    later.destroy()
  })

  it('sends the same response as node:http', async () => {
    const port = await open()
    const yardstick = createServer((_, response) => response.end('copy')).listen(0, '127.0.0.1')
    await once(yardstick, 'listening')
    const answers = [port, (yardstick.address() as AddressInfo).port].map((it) =>
      fetch(`http://127.0.0.1:${it}/copy`),
    )
    const [ours, theirs] = await Promise.all(answers)
    expect(await ours?.text()).toBe(await theirs?.text())
    for (const name of ['connection', 'content-length', 'keep-alive'])
      expect(ours?.headers.get(name)).toBe(theirs?.headers.get(name))
    yardstick.close()
    yardstick.closeAllConnections()
  })
})
