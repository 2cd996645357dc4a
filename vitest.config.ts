import { defineConfig } from 'vitest/config'

const room = (name: string, include: string[], more: object = {}) => ({
  extends: true as const,
  test: { name, include, ...more },
})

export default defineConfig({
  test: {
    pool: 'forks',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      room('unit', ['tests/architecture.test.ts', 'tests/unit/**/*.test.{ts,tsx}']),
      room('model', ['tests/model/**/*.test.{ts,tsx}'], { environment: 'happy-dom' }),
      room('server', ['tests/server/**/*.test.ts'], { globalSetup: ['tests/global-setup.ts'] }),
      room('engine', ['tests/engine/**/*.test.ts'], { globalSetup: ['tests/global-setup.ts'], testTimeout: 120_000 }),
      room('faults', ['tests/faults/**/*.test.ts'], {
        globalSetup: ['tests/global-setup.ts'],
        // Its processes wait for each other most of the time.
        maxWorkers: 2,
        // The long form kills a process 200 times in one test.
        testTimeout: process.env['FAULTS'] === 'soak' ? 3_600_000 : 120_000,
      }),
    ],
  },
})
