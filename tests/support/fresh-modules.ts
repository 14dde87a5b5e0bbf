import { vi } from 'vitest'

// Before each file of a process whose files replace modules: what the last one has loaded may hold its replacements.
vi.resetModules()
