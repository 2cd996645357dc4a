/** Single sign-on through the screens: an administrator sets it up with a real provider, a new person signs in, and passwords are refused once it is required. */
import { expect, type Page } from 'playwright/test'

import { freePort } from '../../kit/free-port.ts'
import { clientId, clientSecret, type Idp, openIdp } from '../../server/auth/identity-provider.ts'
import { type NameServer, openNameServer } from '../../server/auth/sso/name-server.ts'
import { expectAccessible, expectInside, fillIn, signIn, test } from '../kit/console.ts'
import { demoPassword, launch } from '../kit/product.ts'

let names: NameServer
let idp: Idp | undefined
let address = ''
let stop = () => Promise.resolve()
test.beforeAll(async () => {
  const port = String(await freePort())
  names = await openNameServer()
  ;({ address, stop } = await launch('e2e-sso', {
    DEMO_PASSWORD: demoPassword,
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    EGRESS_ALLOW: '127.0.0.0/8',
    DNS_SERVERS: names.address,
  }))
})
test.afterAll(async () => {
  await stop()
  await names.close()
  await idp?.close()
})

/** Proves themselves for what the dialog says. */
async function prove(page: Page, dialog: string, confirm: string): Promise<void> {
  const it = page.getByRole('dialog', { name: dialog })
  await it.getByLabel('Your password', { exact: true }).fill(demoPassword)
  await it.getByRole('button', { name: confirm }).click()
  await expect(it).toBeHidden()
}
async function agree(page: Page, login: string): Promise<void> {
  await page.locator('input[name="login"]').fill(login)
  await page.locator('input[name="password"]').fill('any')
  await page.locator('button[type="submit"]').click()
  await page.waitForURL((url) => !url.pathname.includes('/login'))
  await page.locator('button[type="submit"]').click()
}

test('a company signs in with its own provider, and requires it', async ({ page, browser }) => {
  await signIn(page, `${address}/system-settings?tab=security`)
  await page.getByLabel('Domain', { exact: true }).fill('demo.test')
  await page.getByRole('button', { name: 'Add domain' }).click()
  await prove(page, 'Add email domain', 'Add domain')
  names.set('demo.test', (await page.getByRole('region', { name: 'TXT record for demo.test' }).textContent()) ?? '')
  await page.getByRole('button', { name: 'Check record: demo.test' }).click()
  await expect(page.getByText('Verified', { exact: true })).toBeVisible()

  await page.getByLabel('Provider', { exact: true }).selectOption('OIDC')
  const redirectUrl = (await page.getByRole('region', { name: 'Redirect URL' }).textContent()) ?? ''
  idp = await openIdp(address, redirectUrl.split('/').at(-1) ?? '')
  await page.getByLabel('Discovery URL').fill(idp.issuer)
  await page.getByLabel('Client ID').fill(clientId)
  await page.getByLabel('Client Secret').fill(clientSecret)
  await page.getByRole('checkbox', { name: /admin@demo.test/ }).check()
  await page.getByRole('button', { name: 'Save single sign-on' }).click()
  await prove(page, 'Save single sign-on', 'Save')
  await page.getByRole('button', { name: 'Test connection' }).click()
  await agree(page, 'admin@demo.test')
  await expect(page.getByText('admin@demo.test would be signed in as an existing member.')).toBeVisible({ timeout: 60_000 })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Switch on single sign-on' }).click()
  await prove(page, 'Switch on single sign-on', 'Switch on')
  await page.getByRole('button', { name: 'Require single sign-on' }).click()
  await prove(page, 'Require single sign-on', 'Require')
  await expect(page.getByText('On, required')).toBeVisible()

  const person = await (await browser.newContext()).newPage()
  await person.goto(`${address}/dashboard`)
  await fillIn(person, 'user@demo.test', demoPassword)
  await person.keyboard.press('Enter')
  await expect(person.getByText('Your company requires single sign-on.')).toBeVisible()
  await person.getByRole('link', { name: 'Use single sign-on' }).click()
  await person.getByLabel('Email').fill('grace.hopper@demo.test')
  await expectAccessible(person)
  await person.getByRole('button', { name: 'Continue' }).click()
  await agree(person, 'grace.hopper@demo.test')
  await expectInside(person)
  await expect(person).toHaveURL(`${address}/dashboard`)
})
