import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { listen } from './listen.ts'

it('opens a port, and says which variable to change when it is taken', async () => {
  const server = createServer()
  await listen(server, { port: 0, host: '127.0.0.1' })
  const { port } = server.address() as AddressInfo
  const taken = { port, host: '127.0.0.1' }
  const name = 'EnvironmentError'
  const message = `Port ${port} is taken by another program. Set PORT to a free one, such as 3001.`
  await expect(listen(createServer(), taken)).rejects.toMatchObject({ name, message })
  await expect(listen(createServer(), taken, 'METRICS_')).rejects.toThrow('Set METRICS_PORT to a free one')
  server.close()
})

it.each(['nowhere.invalid', '192.0.2.1'])('says that it cannot be opened at the host %s', async (host) => {
  await expect(listen(createServer(), { port: 0, host }, 'METRICS_')).rejects.toMatchObject({
    name: 'EnvironmentError',
    message: expect.stringMatching(`^Port 0 cannot be opened: .*${host}.*Set METRICS_PORT or METRICS_HOST`),
  })
})
