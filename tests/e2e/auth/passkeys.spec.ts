/** A passkey as a person has it: added with the password, then the whole sign-in, then the second factor. The device is Chromium's own virtual one. */
import { expect, type Page } from 'playwright/test'

import { expectAccessible, expectInside, fillIn, signIn, signOut, test } from '../kit/console.ts'
import { demoPassword, launch } from '../kit/product.ts'
import { enrol } from './second-factor.ts'

let address = ''
let stop = () => Promise.resolve()
test.beforeAll(async () => {
  const product = await launch('e2e-passkeys', { DEMO_PASSWORD: demoPassword })
  stop = product.stop
  // Passkeys belong to names, never to numbers.
  address = product.address.replace('127.0.0.1', 'localhost')
})
test.afterAll(() => stop())

async function addDevice(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
}

test('a passkey is added, signs in without a password, and passes the second factor', async ({ page, request }) => {
  await addDevice(page)
  await signIn(page, `${address}/account?tab=mfa`)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const proof = page.getByRole('dialog', { name: 'Add a passkey' })
  await proof.getByLabel('Your password', { exact: true }).fill(demoPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Passkey added')).toBeVisible()
  const passkeys = page.getByRole('list', { name: 'Passkeys' })
  await expect(passkeys.getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: /^Rename/ }).click()
  const rename = page.getByRole('dialog', { name: 'Rename passkey' })
  await rename.getByRole('textbox', { name: 'Name' }).fill('My laptop')
  await page.keyboard.press('Enter')
  await expect(passkeys).toContainText('My laptop')
  await expectAccessible(page)

  await signOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expectInside(page)

  await signOut(page)
  await enrol(request, address, 'admin@demo.test', 'app')
  await fillIn(page, 'admin@demo.test', demoPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expectInside(page)
  await page.goto(`${address}/account?tab=mfa`)
  await expect(passkeys).toContainText('last used')
})
