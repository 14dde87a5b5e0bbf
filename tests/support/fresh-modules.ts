import { vi } from 'vitest'

// Vitest forgets what the last file has replaced, but not the modules that were loaded with it.
vi.resetModules()
