/** A connection that signs in at a real provider, in the browser, and a connector that uses it. */
import { expect } from 'playwright/test'
import { freePort } from '../../kit/free-port.ts'
import { openProvider } from '../../kit/oauth-provider.ts'
import { countedPerson } from '../builder/counted.ts'
import { expectAccessible, signIn, test } from '../kit/console.ts'
import { demoPassword, launch } from '../kit/product.ts'

test('a person signs in at the provider, and a connector reads and sends with that access', async ({ page }) => {
  const port = String(await freePort())
  const address = `http://127.0.0.1:${port}`
  const provider = await openProvider({ redirectUri: `${address}/oauth/callback`, life: 3_600 })
  const arrived: string[] = []
  provider.answer = (path, body) => {
    if (path === '/api/crm') arrived.push(body)
    return { status: 200, body: path === '/api/contacts' ? { items: [{ id: 1 }, { id: 2 }] } : { ok: true } }
  }
  const environment = { PORT: port, PUBLIC_URL: address, DEMO_PASSWORD: demoPassword, EGRESS_ALLOW: '127.0.0.1/32' }
  const { stop } = await launch('e2e-sign-in', environment)
  const person = countedPerson(page)
  try {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await signIn(page, `${address}/connections`)
    // The app of the company, which is made once for all of its connections to a system.
    await page.getByRole('button', { name: 'New connection' }).click()
    const dialog = page.getByRole('dialog', { name: 'New connection' })
    await dialog.getByLabel('Name', { exact: true }).fill('CRM, production')
    await dialog.getByLabel('Authentication').selectOption('Sign in (OAuth 2.0)')
    await dialog.getByLabel('Sign in with').selectOption('New app…')
    await expect(dialog.getByText(`${address}/oauth/callback`)).toBeVisible()
    await dialog.getByLabel('URL', { exact: true }).fill(`${provider.issuer}/api`)
    await dialog.getByLabel('Client ID').fill(provider.clientId)
    await dialog.getByLabel('Client secret').fill(provider.clientSecret)
    await dialog.getByLabel('Authorization URL').fill(`${provider.issuer}/auth`)
    await dialog.getByLabel('Token URL').fill(`${provider.issuer}/token`)
    await dialog.getByLabel('Scopes').fill('openid')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Create and sign in' }).click()

    await page.getByPlaceholder('Enter any login').fill('ops@shop.test')
    await page.getByPlaceholder('and password').fill('any')
    await page.getByRole('button', { name: 'Sign-in' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('“CRM, production” is connected as ops@shop.test.')).toBeVisible()
    await expect(page.getByText('Connected', { exact: true })).toBeVisible()
    await expectAccessible(page)

    await page.goto(`${address}/start-integration/integration-profile`)
    person.taken()
    await person.fill('Name', 'Contacts')
    await person.press('Create and continue')
    await person.choose('Connection', 'CRM, production')
    await person.fill(/^URL/, `${provider.issuer}/api/contacts`)
    await person.press('Send test request')
    await expect(page.getByText('Found a list of 2 items in "items".')).toBeVisible()
    await person.touch(page.getByRole('switch', { name: 'Process the response as a list' }))
    await person.press('Save', page.getByRole('dialog', { name: 'List configuration' }))
    await person.follow('Next: Destination')
    await person.choose('Connection', 'CRM, production')
    await person.fill(/^URL/, `${provider.issuer}/api/crm`)
    await person.follow(/Review/)
    await person.press('Deploy')
    await expect(page.getByText("Live. Start a run whenever you're ready.")).toBeVisible({ timeout: 30_000 })
    await person.press('Run now')
    await expect.poll(() => arrived.length, { timeout: 60_000 }).toBe(2)
    expect(person.taken()).toBeLessThanOrEqual(15)
    expect(provider.calls.bad).toBe(0)

    // Another account is not taken by itself.
    await page.goto(`${address}/connections`)
    await page.getByRole('button', { name: 'Actions for CRM, production' }).click()
    await page
      .getByRole('menuitem', { name: 'Reconnect' })
      .or(page.getByRole('button', { name: 'Reconnect', exact: true }))
      .first()
      .click()
    await page.waitForURL(/connections|interaction|sign-in/)
    await expect(page.getByText('“CRM, production” is connected as ops@shop.test.')).toBeVisible()
  } finally {
    await stop()
    await provider.close()
  }
})
