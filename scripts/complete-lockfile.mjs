// Adds binaries of other platforms to package-lock.json that npm omitted because the registry in use does not have
// them: on every platform, `npm ci` rejects a lock file that lacks a named optional package. Run it after `npm install`
// if `npm ci` says "Missing: ... from lock file".
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const file = path.resolve(import.meta.dirname ?? '.', '../package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8'))

const SYSTEMS = [
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
  'aix',
]
const PROCESSORS = [
  'arm64',
  'arm',
  'x64',
  'ia32',
  'ppc64',
  'riscv64',
  's390x',
  'loong64',
  'mips64el',
  'wasm32',
]

for (const holder of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(holder.optionalDependencies ?? {})) {
    const place = `node_modules/${name}`
    if (lock.packages[place] || /[\^~<>*]/.test(version)) continue
    const parts = name.split(/[-/]/)
    const cpu = PROCESSORS.find((it) => parts.includes(it)) ?? (parts.includes('arm') ? 'arm' : undefined)
    const os = SYSTEMS.find((it) => parts.includes(it))
    if (!cpu || (!os && cpu !== 'wasm32')) continue
    const libc = parts.some((it) => it.startsWith('musl'))
      ? ['musl']
      : parts.some((it) => it.startsWith('gnu'))
        ? ['glibc']
        : undefined
    lock.packages[place] = {
      version,
      cpu: [cpu],
      ...(holder.dev ? { dev: true } : {}),
      ...(libc && os === 'linux' ? { libc } : {}),
      optional: true,
      ...(os ? { os: [os] } : {}),
    }
  }
}

const { '': project, ...packages } = lock.packages
const ordered = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en')))
writeFileSync(file, `${JSON.stringify({ ...lock, packages: { '': project, ...ordered } }, null, 2)}\n`)
