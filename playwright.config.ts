import { defineConfig } from 'playwright/test'

import { installedChromium } from './scripts/chromium.mjs'
import { isFullForm } from './tests/kit/form.ts'

const asRoot = process.getuid?.() === 0

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'reports/e2e',
  globalSetup: './tests/e2e/kit/prepared.ts',
  // Twice the cores of the least machine we test on, each with a product of its own; the tests of one file run one after another.
  workers: 4,
  // What a person would wait for is bounded by `expect`; a walk over many pages shares its core with others.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  ...(isFullForm ? {} : { grepInvert: /@full/ }),
  reporter: 'list',
  use: {
    viewport: { width: 1280, height: 800 },
    // Half of the work of a run. `npm test` plays what failed once more with traces, for reading; by hand it is `--trace on`.
    trace: 'off',
    launchOptions: {
      executablePath: installedChromium() ?? '/usr/bin/chromium',
      args: ['--disable-background-networking', '--disable-component-update', ...(asRoot ? ['--no-sandbox'] : [])],
    },
  },
})
