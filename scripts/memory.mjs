/**
 * Flags and limits that keep the product's memory small, for `npm start` and the bench; the Dockerfile and the units in `deploy/systemd` name the same values.
 * V8 lets its nursery grow to 48 MB and more; with a sixth of it the engine takes 80 MB less for the same CPU (`npm run bench`).
 */
export const memoryFlags = ['--max-semi-space-size=8']

/**
 * The allocator of Linux keeps what it got in up to eight arenas a core, and after the first large buffer was freed it takes the next ones from there
 * too: what was a page of a source is never given back. With two arenas, and every buffer from 64 kB on mapped by itself, a run of 400,000 records
 * stays at 154 MB instead of 235, for 2 % of CPU (`npm run bench:memory`; mallopt(3), M_MMAP_THRESHOLD).
 */
export const memoryEnvironment = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '65536', MALLOC_TRIM_THRESHOLD_: '131072' }
