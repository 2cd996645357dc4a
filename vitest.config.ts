import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

import { isFullForm } from './tests/kit/form.ts'

const room = (name: string, include: string[], more: object = {}) => ({
  extends: true as const,
  test: { name, include, ...more },
})

/** Left to the full form: what ends processes again and again, plays very large numbers, or measures time. */
const onlyInFullForm = [
  'tests/server/alerts/alarm-many.test.ts',
  'tests/server/assistant/causes.test.ts',
  'tests/server/auth/login-naughty.test.ts',
  'tests/server/auth/sign-in-timing.test.ts',
  'tests/server/platform/behind-proxies.test.ts',
  'tests/server/platform/boot-forms.test.ts',
  'tests/server/platform/move-large.test.ts',
  'tests/server/settings/scim-large.test.ts',
  'tests/engine/database/database-seeds.test.ts',
  'tests/engine/database/stuck-thread.test.ts',
  'tests/engine/database/wire-fuzz.test.ts',
  'tests/engine/outbox/key-order-runs.test.ts',
  'tests/engine/read/bombs.test.ts',
  'tests/engine/read/long-page-pace.test.ts',
  'tests/engine/read/long-pages.test.ts',
  'tests/engine/replay/replay-overtaken.test.ts',
  'tests/engine/runs/hook-kill.test.ts',
  'tests/engine/runs/many-schedules.test.ts',
  'tests/faults/backup-command.test.ts',
  'tests/faults/clock.test.ts',
  'tests/faults/company-doors.test.ts',
  'tests/faults/find-kill.test.ts',
  'tests/faults/hammering.test.ts',
  'tests/faults/innocent-kills.test.ts',
  'tests/faults/memory.test.ts',
  'tests/faults/random-errors.test.ts',
  'tests/faults/record-kill.test.ts',
  'tests/faults/refresh-kill.test.ts',
  'tests/faults/replay-failed.test.ts',
  'tests/faults/resources.test.ts',
  'tests/faults/restoring.test.ts',
  'tests/faults/rolling-upgrade.test.ts',
  'tests/faults/starting.test.ts',
  'tests/faults/stop-signals.test.ts',
  'tests/faults/take-over.test.ts',
  'tests/faults/workers.test.ts',
]

const seed = 'tests/kit/seed.setup.ts'
const unmount = [seed, 'tests/kit/unmount.setup.ts']

export default defineConfig({
  // As Node itself resolves it: the packages that are not transformed do the same, and of `graphql` there must be one.
  resolve: { alias: [{ find: /^graphql$/, replacement: join(import.meta.dirname, 'node_modules/graphql/index.js') }] },
  test: {
    pool: 'forks',
    // Twice the cores of the least machine we test on: much of a test's time is spent waiting for another process.
    maxWorkers: 4,
    // Loading the product costs more than most files do. In the short form the files of a worker share what is loaded, so no file may leave anything behind.
    isolate: isFullForm,
    exclude: isFullForm ? [] : onlyInFullForm,
    testTimeout: 30_000,
    hookTimeout: 120_000,
    // A condition that is waited for may take longer than the usual second where other processes have the machine.
    expect: { poll: { timeout: 5_000 } },
    projects: [
      room('unit', ['tests/architecture.test.ts', 'tests/unit/**/*.test.{ts,tsx}'], { setupFiles: unmount }),
      room('model', ['tests/model/**/*.test.{ts,tsx}'], {
        environment: 'happy-dom',
        setupFiles: [
          ...unmount,
          ...(isFullForm
            ? []
            : [
                'tests/model/kit/cheap-style.setup.ts',
                'tests/model/kit/cheap-react.setup.ts',
                'tests/model/kit/cheap-roles.setup.ts',
              ]),
        ],
        // A test of the short form walks many edges.
        testTimeout: 120_000,
      }),
      // Tests wait for conditions: these limits only end what hangs, and are reached on no machine that is merely slow or busy.
      room('server', ['tests/server/**/*.test.ts'], {
        setupFiles: [seed],
        globalSetup: ['tests/kit/global-setup.ts'],
        testTimeout: 120_000,
      }),
      room('engine', ['tests/engine/**/*.test.ts'], {
        setupFiles: [seed],
        globalSetup: ['tests/kit/global-setup.ts'],
        testTimeout: 240_000,
      }),
      room('faults', ['tests/faults/**/*.test.ts'], {
        setupFiles: [seed],
        globalSetup: ['tests/kit/global-setup.ts'],
        // These end and freeze processes, and count what their own one holds.
        isolate: true,
        // The long form kills a process 200 times in one test.
        testTimeout: process.env['FAULTS'] === 'soak' ? 3_600_000 : 120_000,
      }),
    ],
  },
})
