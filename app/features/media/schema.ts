/** The purposes of an uploaded image, with its size in pixels and its format. */
export const IMAGE_PURPOSES = {
  logo: { width: 640, height: 256, format: 'webp' },
  favicon: { width: 192, height: 192, format: 'png' },
  /** Previews on social sites; some of them cannot read WebP. */
  social: { width: 1_200, height: 1_200, format: 'jpeg' },
  /** Strips of payment methods and badges. */
  strip: { width: 1_200, height: 128, format: 'webp' },
  badge: { width: 96, height: 96, format: 'webp' },
  picture: { width: 960, height: 960, format: 'webp' },
} as const

export type ImagePurpose = keyof typeof IMAGE_PURPOSES

export const MAX_IMAGE_BYTES = 8 * 1024 * 1024
/** Larger than a camera's images, small enough to decode. */
export const MAX_IMAGE_PIXELS = 40_000_000

/** The file types of the file chooser. */
export const IMAGE_TYPES = 'image/png,image/jpeg,image/webp,image/gif,image/avif'

/** The result of an upload; `problem` is a translation key of the back office. */
export type UploadOutcome = { kind: 'stored'; url: string } | { kind: 'refused'; problem: string }

const MEDIA_TYPES: Record<string, string> = { webp: 'image/webp', png: 'image/png', jpg: 'image/jpeg' }

/** The content type of an upload by its name, which is the hash of its content; null for an invalid name. */
export function mediaTypeOf(name: string): string | null {
  const [, extension = ''] = /^[0-9a-f]{40}\.(webp|png|jpg)$/.exec(name) ?? []
  return MEDIA_TYPES[extension] ?? null
}
