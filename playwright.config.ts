import { defineConfig } from 'playwright/test'

const asRoot = process.getuid?.() === 0

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'reports/e2e',
  globalSetup: './tests/e2e/product.ts',
  // One product for all of them, and a machine that other tests use too.
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  reporter: 'list',
  use: {
    // The product is started on a free port by `product.ts`.
    ...(process.env['E2E_ADDRESS'] ? { baseURL: process.env['E2E_ADDRESS'] } : {}),
    viewport: { width: 1280, height: 800 },
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: ['--disable-background-networking', '--disable-component-update', ...(asRoot ? ['--no-sandbox'] : [])],
    },
  },
})
