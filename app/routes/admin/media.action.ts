import { data } from 'react-router'
import { storeImage } from '#app/features/media/commands.server.ts'
import { IMAGE_PURPOSES, type ImagePurpose, type UploadOutcome } from '#app/features/media/schema.ts'
import { readForm } from './changes.server.ts'
import { adminAction } from './guard.server.ts'

/** Stores an image that a form sends as `file`, for a `purpose`. */
export const action = adminAction(
  'images.change',
  async ({ services, actor, request }): Promise<UploadOutcome> => {
    const form = await readForm(request)
    const file = form.get('file')
    const purpose = String(form.get('purpose'))
    if (!(file instanceof File) || !Object.hasOwn(IMAGE_PURPOSES, purpose)) throw data(null, { status: 400 })
    return storeImage(services, file, purpose as ImagePurpose, actor)
  },
)
