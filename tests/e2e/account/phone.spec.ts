/** A person's profile through the screens: the phone number missing, written and verified with its code; photo and logo in the frame. */
import { expect, type Page } from 'playwright/test'

import { codeSentTo } from '../auth/second-factor.ts'
import { expectAccessible, signIn, test } from '../kit/console.ts'
import { demoPassword, launch } from '../kit/product.ts'

const phone = '+491701234567'
let address = ''
let stop = () => Promise.resolve()
test.beforeAll(async () => {
  ;({ address, stop } = await launch('e2e-phone', { DEMO_PASSWORD: demoPassword }))
})
test.afterAll(() => stop())

test('a number is verified with the password and the code that was sent to it', async ({ page, request }) => {
  await signIn(page, `${address}/account?tab=profile`)
  const verify = page.getByRole('button', { name: 'Verify phone number' })
  await verify.click()
  await expect(page.getByText('Please enter a phone number first')).toBeVisible()

  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await expect(verify).toHaveCount(0)
  // Judged in the browser: with the country code it would be right.
  await page.getByLabel('Phone').fill('0170 1234567')
  await expect(page.getByLabel('Phone')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveAttribute('aria-disabled', 'true')
  await page.getByLabel('Phone').fill(phone)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Unverified')).toBeVisible()

  await verify.click()
  const proof = page.getByRole('dialog', { name: 'Confirm your identity' })
  await expectAccessible(page)
  await proof.getByLabel('Your password', { exact: true }).fill('not the password')
  await proof.getByRole('button', { name: 'Send code' }).click()
  await expect(proof.getByLabel('Your password', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await proof.getByLabel('Your password', { exact: true }).fill(demoPassword)
  await proof.getByRole('button', { name: 'Send code' }).click()

  const dialog = page.getByRole('dialog', { name: 'Verify phone number' })
  await expect(dialog).toContainText('Code created, but not sent: no SMS provider is set up.')
  await expectAccessible(page)
  const submit = dialog.getByRole('button', { name: 'Verify', exact: true })
  await dialog.getByLabel('Code', { exact: true }).fill('12345')
  await expect(submit).toHaveAttribute('aria-disabled', 'true')
  const signedIn = await request.post(`${address}/api/auth/sign-in`, {
    data: { email: 'super@demo.test', password: demoPassword },
  })
  const { accessToken }: { accessToken: string } = await signedIn.json()
  const code = await codeSentTo(request, address, { email: phone, accessToken })
  const wrong = code === '000000' ? '000001' : '000000'
  await dialog.getByLabel('Code', { exact: true }).fill(wrong)
  await submit.click()
  await expect(dialog.getByRole('alert')).toContainText('Invalid verification code. Please try again.')
  await dialog.getByLabel('Code', { exact: true }).fill(code)
  await submit.click()
  await expect(page.getByText('Phone number verified successfully!')).toBeVisible()
  await expect(page.getByText('Verified', { exact: true })).toBeVisible()
  await expect(verify).toHaveCount(0)
})

test('a photo stands in the header and the company logo in the menu as soon as they are saved', async ({ page }) => {
  await signIn(page, `${address}/account?tab=profile`)
  const profile = page.getByRole('banner').getByRole('button', { name: /^Profile/ })
  await expect(profile.locator('img')).toHaveCount(0)
  await choose(page, 'Change Photo')
  await expect(profile.locator('img')).toHaveAttribute('src', /^data:image\//)
  const home = page.getByRole('navigation', { name: 'Main' }).locator('a[href="/dashboard"]').first()
  await expect(home).toHaveText('Datacrane')

  await page.goto(`${address}/system-settings?tab=company`)
  await expect(profile.locator('img')).toBeVisible()
  await choose(page, 'Upload Logo')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(home.locator('img')).toHaveAttribute('src', /^data:image\//)
  await expect(home).not.toHaveText('Datacrane')
  await page.getByRole('button', { name: 'Remove Logo' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(home).toHaveText('Datacrane')
})

async function choose(page: Page, label: string): Promise<void> {
  const buffer = await page.screenshot()
  await page
    .locator('input[type=file]')
    .and(page.getByLabel(label))
    .setInputFiles({ name: 'it.png', mimeType: 'image/png', buffer })
}
