import { recordAudit } from '#app/platform/edit/save-list.server.ts'
import type { Actor } from '#app/platform/edit/schema.ts'
import { mediaPath } from '#app/platform/paths.ts'
import type { Services } from '#app/platform/services.ts'
import { type ImagePurpose, MAX_IMAGE_BYTES, type UploadOutcome } from './schema.ts'
import { openMediaStorage } from './storage.server.ts'

/** Stores an uploaded image and returns its URL. */
export async function storeImage(
  { database, env }: Pick<Services, 'database' | 'env'>,
  file: File,
  purpose: ImagePurpose,
  actor: Actor,
): Promise<UploadOutcome> {
  if (file.size === 0) return { kind: 'refused', problem: 'problem.image-missing' }
  if (file.size > MAX_IMAGE_BYTES) return { kind: 'refused', problem: 'problem.image-bytes' }
  // A large library that few processes need.
  const { remakeImage } = await import('./image.server.ts')
  const made = await remakeImage(await file.bytes(), purpose)
  if (made.kind === 'refused') return made
  const { name, type, body, width, height } = made.image
  const url = mediaPath(name)
  const line = { entity: 'media', entityId: name, label: file.name || name }
  // The row comes before the file, so the clean-up job knows the image and can restore its file.
  await database.kysely.transaction().execute(async (tx) => {
    await tx
      .insertInto('uploads')
      .values({ name })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ unused_since: null }))
      .execute()
    const after = { url, width, height, bytes: body.length }
    await recordAudit(tx, actor, [{ ...line, action: 'create', after }])
  })
  try {
    await openMediaStorage(env).put(name, type, body)
  } catch (error) {
    await recordAudit(database.kysely, actor, [{ ...line, action: 'delete' }])
    throw error
  }
  return { kind: 'stored', url }
}
