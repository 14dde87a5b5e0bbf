import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { IMAGE_PURPOSES, type ImagePurpose, MAX_IMAGE_PIXELS } from './schema.ts'

/** Only these loaders stay enabled. The others (SVG and PDF among them) run much more code than an image needs. */
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadHeifBuffer',
  ],
})

/** An image that takes longer to read is probably malicious. */
const READ_LIMIT_SECONDS = 15
const EXTENSIONS = { webp: 'webp', png: 'png', jpeg: 'jpg' } as const

export interface StoredImage {
  /** The hash of the content, and the extension. */
  name: string
  type: string
  body: Buffer
  width: number
  height: number
}

type Outcome = { kind: 'image'; image: StoredImage } | { kind: 'refused'; problem: string }

/**
 * Normalizes an image: reads it by its content, whatever its name says, applies its rotation, reduces it to the size of
 * its purpose, and encodes it again, so no other data of the file remain. Of an animation, it takes the first frame.
 */
export async function remakeImage(file: Uint8Array, purpose: ImagePurpose): Promise<Outcome> {
  if (!isPicture(file))
    return { kind: 'refused', problem: isSvg(file) ? 'problem.image-svg' : 'problem.image-type' }
  const { width, height, format } = IMAGE_PURPOSES[purpose]
  try {
    const picture = sharp(file, { limitInputPixels: false, failOn: 'error', pages: 1 })
    const own = await picture.metadata()
    if (own.width * own.height > MAX_IMAGE_PIXELS) return { kind: 'refused', problem: 'problem.image-pixels' }
    const upright = picture
      .autoOrient()
      .resize({ width, height, fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: READ_LIMIT_SECONDS })
    const made = format === 'jpeg' ? upright.flatten({ background: '#ffffff' }) : upright
    const { data, info } = await made.toFormat(format, QUALITY[format]).toBuffer({ resolveWithObject: true })
    const hash = createHash('sha256').update(data).digest('hex').slice(0, 40)
    return {
      kind: 'image',
      image: {
        name: `${hash}.${EXTENSIONS[format]}`,
        type: `image/${format}`,
        body: data,
        width: info.width,
        height: info.height,
      },
    }
  } catch {
    return { kind: 'refused', problem: 'problem.image-broken' }
  }
}

const QUALITY = { webp: { quality: 86 }, png: { compressionLevel: 9 }, jpeg: { quality: 86 } } as const

/** By the first bytes of PNG, JPEG, GIF, WebP and AVIF. */
function isPicture(file: Uint8Array): boolean {
  const begins = Buffer.from(file.subarray(0, 16)).toString('latin1')
  return (
    begins.startsWith('\x89PNG\r\n\x1a\n') ||
    begins.startsWith('\xff\xd8\xff') ||
    /^GIF8[79]a/.test(begins) ||
    /^RIFF.{4}WEBP/s.test(begins) ||
    /^.{4}ftypavi[fs]/s.test(begins)
  )
}

function isSvg(file: Uint8Array): boolean {
  return /<svg[\s>]/i.test(Buffer.from(file.subarray(0, 4_096)).toString('utf8'))
}
