/** Security Settings through the screens of an administrator, and what a member then sees. */
import { expect } from 'playwright/test'

import { type NameServer, openNameServer } from '../../server/auth/sso/name-server.ts'
import { expectAccessible, signIn, test } from '../kit/console.ts'
import { demoPassword, launch } from '../kit/product.ts'

let names: NameServer
let address = ''
let stop = () => Promise.resolve()
test.beforeAll(async () => {
  names = await openNameServer()
  ;({ address, stop } = await launch('e2e-security', { DEMO_PASSWORD: demoPassword, DNS_SERVERS: names.address }))
})
test.afterAll(async () => {
  await stop()
  await names.close()
})

test('provisioning by SCIM: a token is created, a provider sends a group, and its members become administrators', async ({
  page,
  request,
}) => {
  await signIn(page, `${address}/system-settings?tab=security`)
  const prove = async (button: string) => {
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Your password').fill(demoPassword)
    await dialog.getByRole('button', { name: button }).click()
    await expect(dialog).toBeHidden()
  }
  // Provisioning creates members in verified domains only.
  await page.getByLabel('Domain', { exact: true }).fill('demo.test')
  await page.getByRole('button', { name: 'Add domain' }).click()
  await prove('Add domain')
  names.set('demo.test', (await page.getByRole('region', { name: 'TXT record for demo.test' }).textContent()) ?? '')
  await page.getByRole('button', { name: 'Check record: demo.test' }).click()
  await expect(page.getByText('Verified', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Create token' }).click()
  await prove('Create token')
  const token = await page.getByRole('textbox', { name: 'Token' }).inputValue()
  await page.getByRole('button', { name: 'Done' }).click()
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' }
  const newcomer = { userName: 'new@demo.test', name: { givenName: 'Nia' } }
  const made = await request.post(`${address}/scim/v2/Users`, { headers, data: newcomer })
  const data = { displayName: 'Data team', members: [{ value: (await made.json()).id }] }
  expect((await request.post(`${address}/scim/v2/Groups`, { headers, data })).status()).toBe(201)
  await page.reload()
  await page.getByLabel('Role of Data team').selectOption('Administrator')
  await prove('Set role')
  await expectAccessible(page)
  await page.goto(`${address}/account?tab=team`)
  await expect(page.getByRole('row', { name: /new@demo\.test/ })).toContainText('Admin')
})

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
