import { readdirSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import type { Plugin } from 'vite'
import { FLAGS_PATH } from '../app/ui/flag-url.ts'

const folder = path.resolve(import.meta.dirname, '../node_modules/flag-icons/flags/4x3')
const FILE = /^([a-z-]+)\.webp$/
/** In pixels: three for each of the page's 20 by 15, as the sharpest phones show. */
const SIZE = { width: 60, height: 45 }
/** The drawings are 640 units wide. Drawn four times as large and reduced, thin lines stay smooth. */
const DENSITY = (72 * 4 * SIZE.width) / 640

/**
 * Ships the flags as small images next to the site's other assets. A browser reads an SVG image as a document of its
 * own, and some flags have a thousand elements (record 0082).
 */
export function flags(): Plugin {
  return {
    name: 'overround-flags',
    configureServer(server) {
      server.middlewares.use(FLAGS_PATH, (request, response, next) => {
        const name = FILE.exec(path.basename(request.url ?? ''))?.[1]
        if (name === undefined) return next()
        response.setHeader('Content-Type', 'image/webp')
        drawFlag(name).then((image) => response.end(image), next)
      })
    },
    async generateBundle() {
      if (this.environment.name !== 'client') return
      const names = readdirSync(folder).map((file) => path.basename(file, '.svg'))
      const images = await Promise.all(names.map(async (name) => ({ name, source: await drawFlag(name) })))
      for (const { name, source } of images) {
        this.emitFile({ type: 'asset', fileName: `${FLAGS_PATH.slice(1)}/${name}.webp`, source })
      }
    },
  }
}

function drawFlag(name: string): Promise<Buffer> {
  return sharp(path.join(folder, `${name}.svg`), { density: DENSITY })
    .resize({ ...SIZE, fit: 'fill' })
    .webp({ lossless: true })
    .toBuffer()
}
