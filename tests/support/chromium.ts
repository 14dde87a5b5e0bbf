import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'

/** Flags for a browser of tests on a machine without a network. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pages of a profile share the site's process: the second one finds it warm.
  '--process-per-site',
]

const DEBIAN_SHELL = '/usr/bin/chromium-headless-shell'

/**
 * The first that exists of CHROMIUM_PATH, Debian's headless shell, /usr/bin/chromium and Playwright's own. The shell is
 * the same engine without windows and needs half of the processor time (docs/measurements.md).
 */
export function findChromium(): string | undefined {
  const candidates = [process.env.CHROMIUM_PATH, DEBIAN_SHELL, '/usr/bin/chromium', chromium.executablePath()]
  return candidates.find((file) => file && existsSync(file))
}

/** Installs the headless shell on Debian, as root, if no browser is configured and it is missing. */
export function installChromium(): void {
  if (process.env.CHROMIUM_PATH || existsSync(DEBIAN_SHELL)) return
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log("   Installing Debian's chromium-headless-shell for the browser tests ...")
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const limits = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=20', '-qq']
  const run = (...args: string[]) =>
    spawnSync('apt-get', [...limits, ...args], { env, stdio: 'ignore', timeout: 300_000 }).status === 0
  const install = (name: string) => run('install', '-y', '--no-install-recommends', name)
  run('update')
  if (!install('chromium-headless-shell') && !findChromium()) install('chromium')
}
