import type { Server } from 'node:http'
import { EnvironmentError } from '#app/platform/env.ts'

/**
 * Opens a server's port.
 * @param prefix of the variables PORT and HOST
 * @throws EnvironmentError when that is impossible, naming the variable to change
 */
export function listen(
  server: Server,
  { port, host }: { port: number; host: string | undefined },
  prefix: '' | 'METRICS_' = '',
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = `Port ${port} is taken by another program. Set ${prefix}PORT to a free one, such as 3001.`
      const refused = `Port ${port} cannot be opened: ${error.message}. Set ${prefix}PORT or ${prefix}HOST.`
      reject(new EnvironmentError(error.code === 'EADDRINUSE' ? taken : refused))
    })
    server.listen({ port, host }, () => resolve())
  })
}
