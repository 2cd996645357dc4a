/** Security Settings through the screens of an administrator, and what a member then sees. */
import { expect } from 'playwright/test'

import { expectAccessible, signIn, test } from '../kit/console.ts'
import { demoPassword, launch } from '../kit/product.ts'

let address = ''
let stop = () => Promise.resolve()
test.beforeAll(async () => {
  ;({ address, stop } = await launch('e2e-security', { DEMO_PASSWORD: demoPassword }))
})
test.afterAll(() => stop())

test('a password policy holds in the account, and members without a factor set one up first', async ({ page, browser }) => {
  await signIn(page, `${address}/system-settings?tab=security`)
  await expect(page.getByRole('status', { name: 'Strength: Strong' })).toBeVisible()
  await page.getByLabel('Sign out when idle (minutes)').fill('500')
  await expect(page.getByText('Must not be longer than the longest session.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveAttribute('aria-disabled', 'true')
  await page.getByLabel('Sign out when idle (minutes)').fill('30')
  await page.getByRole('button', { name: 'Use NIST SP 800-63B-4' }).click()
  await expect(page.getByRole('status', { name: 'Strength: Weak' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Security settings saved successfully!').first()).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Minimum length (characters)')).toHaveValue('15')

  const member = await (await browser.newContext()).newPage()
  await signIn(member, `${address}/account?tab=mfa`, 'user@demo.test')
  await expect(member.getByRole('list', { name: 'The password needs' })).toHaveText(/At least 15 characters/)
  await expect(member.getByRole('list', { name: 'The password needs' })).not.toContainText('uppercase')

  await page.getByLabel('Grace period (days)').fill('0')
  await page.getByRole('switch', { name: 'Require multi-factor authentication for all' }).check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await member.goto(`${address}/dashboard`)
  const first = member.getByRole('dialog', { name: 'Set up multi-factor authentication' })
  await expect(first.getByRole('button', { name: 'Enable MFA' })).toBeVisible()
  await expectAccessible(member)
  await first.getByRole('button', { name: 'Continue' }).click()
  await expect(first).toBeVisible()
})
