/**
 * Keeps `npm start` small; docs/measurements.md, 2026-11-26, has the figures.
 *
 * With one arena and large allocations in mappings of their own, glibc returns what an import or a compression has freed.
 * V8 collects young garbage early, and old garbage when the heap has grown by 30 %.
 */
export const MEMORY = {
  env: {
    MALLOC_ARENA_MAX: '1',
    MALLOC_MMAP_THRESHOLD_: '32768',
    MALLOC_TRIM_THRESHOLD_: '131072',
  },
  options: ['--max-semi-space-size=4', '--heap-growing-percent=30'],
}
