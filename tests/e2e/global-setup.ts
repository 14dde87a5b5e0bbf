import type { TestProject } from 'vitest/node'
import { startServer } from '#tests/support/server.ts'
import prepareTemplates from '#tests/support/template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The frozen world's address. */
    origin: string
  }
}

/** One site with the frozen world serves all browser tests that change nothing in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const removeTemplates = await prepareTemplates()
  const server = await startServer({ content: 'world' })
  project.provide('origin', server.origin)
  return async () => {
    await server.stop()
    await removeTemplates()
  }
}
