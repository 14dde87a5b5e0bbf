import { vi } from 'vitest'

// Vitest takes stubs of globals back before the next test: without this, the next file's set-up has those of the last test.
vi.unstubAllGlobals()
vi.useRealTimers()
