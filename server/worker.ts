import { createFirstAdmin } from '#app/features/accounts/first-admin.server.ts'
import { accountsRetention } from '#app/features/accounts/jobs.server.ts'
import { importRetention } from '#app/features/feeds/jobs.server.ts'
import { oddsHistoryRetention } from '#app/features/odds/jobs.server.ts'
import { startJobs } from '#app/platform/jobs.server.ts'
import { type DemoOptions, startDemo } from './demo.ts'

/** What a site does besides answering requests: its jobs, and the demonstration while it is shown. */
export async function startWork(options: DemoOptions): Promise<{ stop(): Promise<void> }> {
  const { database, log, env, say } = options
  // In production an administrator is made on purpose: npm run overround -- admin create <e-mail>
  const admin = env.mode === 'production' ? null : await createFirstAdmin(database)
  if (admin) {
    say(`The first administrator is ${admin.email}, the one-time password ${admin.password}`)
    say('It must be replaced at the first sign-in, under /login.')
  }
  const demo = await startDemo(options)
  try {
    const jobs = await startJobs(database, log, [
      demo.refresh,
      oddsHistoryRetention(database),
      accountsRetention(database),
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
