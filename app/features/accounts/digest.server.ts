import { createHash } from 'node:crypto'

/** Of a normalized e-mail address, where something belongs to it that does not name it. */
export function digestOf(email: string): string {
  return createHash('sha256').update(email).digest('base64url').slice(0, 22)
}
