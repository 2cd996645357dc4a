/** In through an identity provider, and what is said when that fails. The provider is a real one, on this machine. */

import { expect, type Page } from 'playwright/test'
import { onlyInFull } from '../../kit/form.ts'

import { freePort } from '../../kit/free-port.ts'
import { clientId, clientSecret, type Idp, openIdp } from '../../server/auth/identity-provider.ts'
import { expectAccessible, expectInside, fillIn, signOut, test } from '../kit/console.ts'
import { demoPassword, launch } from '../kit/product.ts'

let idp: Idp
let address = ''
let stop = () => Promise.resolve()

test.beforeAll(async () => {
  const port = String(await freePort())
  idp = await openIdp(`http://127.0.0.1:${port}`)
  ;({ address, stop } = await launch('e2e-oauth', {
    DEMO_PASSWORD: demoPassword,
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    EGRESS_ALLOW: '127.0.0.0/8',
    OIDC_ISSUER: idp.issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_NAME: 'Acme',
  }))
})
test.afterAll(async () => {
  await stop()
  await idp.close()
})

/** At the provider: who one is, and that one agrees. */
async function agree(page: Page, login: string): Promise<void> {
  await page.locator('input[name="login"]').fill(login)
  await page.locator('input[name="password"]').fill('any')
  await page.locator('button[type="submit"]').click()
  await page.waitForURL((url) => !url.pathname.includes('/login'))
  await page.locator('button[type="submit"]').click()
}

test('an identity is connected after one sign-in with the password, and lets in from then on', async ({ page }) => {
  await page.goto(`${address}/dashboard?q=orders`)
  await page.getByRole('button', { name: 'Continue with Acme' }).click()
  await agree(page, 'ada')
  await expect(page.getByRole('heading', { name: 'Not connected yet' })).toBeVisible()
  await expect(page.getByText('You signed in at Acme as ada@idp.test.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Sign in and link' }).click()
  await fillIn(page, 'admin@demo.test', demoPassword)
  await page.keyboard.press('Enter')
  await expectInside(page)
  await expect(page).toHaveURL(`${address}/dashboard?q=orders`)

  await signOut(page)
  await page.context().clearCookies()
  await page.goto(`${address}/dashboard?q=again`)
  await page.getByRole('button', { name: 'Continue with Acme' }).click()
  await agree(page, 'ada')
  await expectInside(page)
  await expect(page).toHaveURL(`${address}/dashboard?q=again`)
})

test('a return that nobody began here fails, and leads back to the sign-in', onlyInFull, async ({ page }) => {
  await page.goto(`${address}/oauth-success?code=stolen&state=foreign`)
  await expect(page).toHaveURL(`${address}/oauth-error?message=Authentication+failed`)
  await expect(page.getByRole('heading', { name: 'Authentication Failed' })).toBeVisible()
  await expect(page.getByText('Authentication failed', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in to Datacrane' })).toBeVisible()
})

test('what the address says is shown as text, and without it the default', onlyInFull, async ({ page }) => {
  const words = '<img src=x onerror=alert(1)> no'
  await page.goto(`${address}/oauth-error?message=${encodeURIComponent(words)}`)
  await expect(page.getByText(words, { exact: true })).toBeVisible()
  await expect(page.locator('img')).toHaveCount(0)
  await page.goto(`${address}/oauth-error`)
  await expect(page.getByText('Authentication failed', { exact: true })).toBeVisible()
})
