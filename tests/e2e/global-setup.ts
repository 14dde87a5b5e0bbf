import type { TestProject } from 'vitest/node'
import { prepareTemplate, type RunningServer, startServer } from '#tests/support/server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    origin: string
  }
}

let server: RunningServer
let removeTemplate: () => void

/** One site with demonstration content serves all browser tests. */
export async function setup(project: TestProject): Promise<void> {
  removeTemplate = await prepareTemplate()
  server = await startServer()
  project.provide('origin', server.origin)
}

export async function teardown(): Promise<void> {
  await server.stop()
  removeTemplate()
}
