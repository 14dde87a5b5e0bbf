import { publicRead } from './reads.server.ts'

export const loader = publicRead(async () => ({ error: 'not-found' }))
