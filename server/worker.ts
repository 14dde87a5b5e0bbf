import { importRetention } from '#app/features/feeds/jobs.server.ts'
import { oddsHistoryRetention } from '#app/features/odds/jobs.server.ts'
import { startJobs } from '#app/platform/jobs.server.ts'
import { type DemoOptions, startDemo } from './demo.ts'

/** What a site does besides answering requests: its jobs, and the demonstration while it is shown. */
export async function startWork(options: DemoOptions): Promise<{ stop(): Promise<void> }> {
  const { database, log } = options
  const demo = await startDemo(options)
  try {
    const jobs = await startJobs(database, log, [
      demo.refresh,
      oddsHistoryRetention(database),
      importRetention(database),
    ])
    return {
      async stop() {
        await jobs.stop()
        await demo.stop()
      },
    }
  } catch (error) {
    await demo.stop()
    throw error
  }
}
