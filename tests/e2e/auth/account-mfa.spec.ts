/** The second factor as a person sets it up: through the wizard, and then at the next sign-in. */
import { expect } from 'playwright/test'

import { shown } from '../../server/auth/mfa/factors.ts'
import { expectAccessible, fillIn, signIn, signOut, test } from '../kit/console.ts'
import { demoPassword, launch } from '../kit/product.ts'

let address = ''
let stop = () => Promise.resolve()
test.beforeAll(async () => {
  ;({ address, stop } = await launch('e2e-account-mfa', { DEMO_PASSWORD: demoPassword }))
})
test.afterAll(() => stop())

test('MFA is switched on through the wizard, asked for at the next sign-in, and switched off again', async ({ page }) => {
  await signIn(page, `${address}/account?tab=mfa`)
  await page.getByRole('button', { name: 'Enable MFA' }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm your identity' })
  await proof.getByLabel('Your password', { exact: true }).fill('wrong')
  await proof.getByRole('button', { name: 'Continue' }).click()
  await expect(proof).toContainText('The password is wrong.')
  await proof.getByLabel('Your password', { exact: true }).fill(demoPassword)
  await page.keyboard.press('Enter')

  const wizard = page.getByRole('dialog', { name: 'Enable MFA' })
  await expect(wizard.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await expectAccessible(page)
  // A reload says that the setup starts again: its secret is shown once.
  await page.reload()
  await expect(page.getByText("You started a setup with Authenticator app but didn't finish it.")).toBeVisible()
  await page.getByRole('button', { name: 'Enable MFA' }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  await proof.getByLabel('Your password', { exact: true }).fill(demoPassword)
  await page.keyboard.press('Enter')
  const secret = ((await wizard.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await wizard.getByRole('textbox', { name: 'Code' }).fill('12ab34')
  await expect(wizard).toContainText('Please enter a valid 6-digit code')
  // The step before this one: each code is good once, and the one of now is for the sign-in.
  // It must not become the one before last while it is sent.
  await expect.poll(() => Date.now() % 30_000).toBeLessThan(20_000)
  await wizard.getByRole('textbox', { name: 'Code' }).fill(shown(secret, -1))
  await page.keyboard.press('Enter')

  const done = wizard.getByRole('button', { name: 'Done' })
  await expect(wizard.getByRole('listitem').filter({ hasText: /^\w{5}-\w{5}$/ })).toHaveCount(10)
  await expect(done).toHaveAttribute('aria-disabled', 'true')
  await wizard.getByLabel('I have stored them').check()
  await done.click()
  await expect(page.getByText('MFA has been successfully enabled!')).toBeVisible()
  await expect(page.getByText('10 of 10 codes left. Each code works once.')).toBeVisible()

  await signOut(page)
  await fillIn(page, 'admin@demo.test', demoPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByLabel('Code', { exact: true }).fill(shown(secret))
  await page.getByRole('button', { name: 'Verify' }).click()
  await page
    .getByRole('heading', { name: /connector|Dashboard/i })
    .first()
    .waitFor()

  await page.goto(`${address}/account?tab=mfa`)
  await page.getByRole('button', { name: 'Disable MFA' }).click()
  const dialog = page.getByRole('dialog', { name: 'Disable MFA' })
  await dialog.getByLabel('Your password', { exact: true }).fill(demoPassword)
  await dialog.getByRole('button', { name: 'Disable MFA' }).click()
  await dialog.getByRole('textbox', { name: 'Code' }).fill(shown(secret, 1))
  await dialog.getByRole('button', { name: 'Disable MFA' }).click()
  await expect(page.getByText('MFA has been disabled')).toBeVisible()
})

test('every tab of the account that is about security and notifications is accessible, and none is wider than a phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const tab of ['mfa', 'login-history', 'login-history&of=company', 'notifications', 'notification-history']) {
    await signIn(page, `${address}/account?tab=${tab}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect(page.getByRole('status', { name: /Loading/ })).toHaveCount(0)
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), tab).toBeLessThanOrEqual(390)
  }
})
