/** What the browser keeps, or cannot keep. `faults.md` F43. */

import { expect } from 'playwright/test'
import { onlyInFull } from '../../kit/form.ts'

import { expectInside, fillIn, findSeeded, signIn, test } from './console.ts'
import { demoPassword } from './product.ts'

const minute = 60_000

test(
  'F43 a storage that is full costs the next visit its session, and this one nothing',
  onlyInFull,
  async ({ page, context }) => {
    let refreshes = 0
    context.on('request', (request) => {
      if (request.url().endsWith('/api/auth/refresh')) refreshes += 1
    })
    await context.clock.install()
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      }
    })
    await page.goto('/dashboard')
    await fillIn(page, 'admin@demo.test', demoPassword)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await findSeeded(page)
    expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0])
    // The session goes on past the end of its first token, in this tab.
    await context.clock.fastForward(11 * minute)
    await expect.poll(() => refreshes).toBe(1)
    const served = page.waitForResponse((reply) => reply.url().endsWith('/graphql') && reply.ok())
    await page.getByRole('button', { name: 'Refresh connectors' }).click()
    await served
    await expect(page.getByLabel('Search by name')).toHaveValue('Shop orders')
    await expectInside(page)
    expect(refreshes).toBe(1)
    await page.reload()
    await expect(page).toHaveURL(/\/sign-in/)
  },
)

test(
  'F43 a storage that is cleared in another tab signs out once; what was typed comes back with its person',
  onlyInFull,
  async ({ page, context }) => {
    await signIn(page, '/start-integration/integration-profile')
    await page.getByLabel('Name', { exact: true }).fill('Typed before the storage was cleared')
    const other = await context.newPage()
    await other.goto('/privacy-policy')
    await other.evaluate(() => localStorage.clear())
    await expect(page).toHaveURL(/\/sign-in/)
    await other.close()
    await fillIn(page, 'admin@demo.test', demoPassword)
    await page.getByLabel('Password', { exact: true }).press('Enter')
    await expect(page).toHaveURL(/\/start-integration\/integration-profile/)
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Typed before the storage was cleared')
  },
)
