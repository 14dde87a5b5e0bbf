import { createReadStream, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'
import { FLAGS_PATH } from '../app/ui/flag-url.ts'

const folder = path.resolve(import.meta.dirname, '../node_modules/flag-icons/flags/4x3')
const FILE = /^[a-z-]+\.svg$/

/** Ships the flags as files next to the site's other assets, so no script contains their images. */
export function flags(): Plugin {
  return {
    name: 'overround-flags',
    configureServer(server) {
      server.middlewares.use(FLAGS_PATH, (request, response, next) => {
        const name = path.basename(request.url ?? '')
        if (!FILE.test(name)) return next()
        response.setHeader('Content-Type', 'image/svg+xml')
        createReadStream(path.join(folder, name)).on('error', next).pipe(response)
      })
    },
    generateBundle() {
      if (this.environment.name !== 'client') return
      for (const name of readdirSync(folder)) {
        const fileName = `${FLAGS_PATH.slice(1)}/${name}`
        this.emitFile({ type: 'asset', fileName, source: readFileSync(path.join(folder, name)) })
      }
    },
  }
}
