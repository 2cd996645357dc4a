/** Team moves through the screens: invite, send again, revoke, change of role, deactivate, reactivate, remove with hand-over. */
import { expect } from 'playwright/test'

import { expectAccessible, expectInside, signIn, test } from '../kit/console.ts'
import { demoPassword, launch } from '../kit/product.ts'

let address = ''
let stop = () => Promise.resolve()
test.beforeAll(async () => {
  ;({ address, stop } = await launch('e2e-team', { DEMO_PASSWORD: demoPassword }))
})
test.afterAll(() => stop())

test('an administrator invites, deactivates, reactivates and removes, and each move says its effect', async ({
  page,
  browser,
}) => {
  await signIn(page, `${address}/account?tab=team`)
  await page.getByRole('button', { name: 'Invite Member' }).click()
  const invite = page.getByRole('dialog', { name: 'Invite Member' })
  const send = invite.getByRole('button', { name: 'Create invitation' })
  await expect(send).toHaveAttribute('aria-disabled', 'true')
  await invite.getByLabel('Email').fill('nils@no address')
  await expect(invite).toContainText('Please enter a valid email address')
  await invite.getByLabel('Email').fill('nils@example.test')
  await page.keyboard.press('Enter')
  const toast = page.getByText('Invitation to nils@example.test created. No mail server is set up: copy the link.')
  await expect(toast).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss message' }).click()
  await expect(toast).toHaveCount(0)
  const invited = page.getByRole('row', { name: /nils@example\.test/ })
  await expect(invited).toContainText('Pending')
  await expectAccessible(page)

  const choose = async (name: string, action: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('button', { name: action, exact: true }).click()
    return page.getByRole('dialog').last()
  }
  const revoking = await choose('nils@example.test', 'Revoke invite')
  await revoking.getByRole('button', { name: 'Revoke invite' }).click()
  await expect(page.getByText('Invitation to nils@example.test has been revoked')).toBeVisible()
  await expect(invited).toHaveCount(0)

  // The other person is signed in, in a browser of their own.
  const other = await (await browser.newContext()).newPage()
  await signIn(other, `${address}/dashboard`, 'user@demo.test')
  await expect(page.getByRole('button', { name: 'You cannot deactivate yourself' })).toHaveAttribute('aria-disabled', 'true')
  const deactivating = await choose('Uma User', 'Deactivate')
  await expect(deactivating).toContainText(/open sessions? ends?/)
  await expectAccessible(page)
  await deactivating.getByRole('button', { name: 'Deactivate' }).click()
  await expect(page.getByText('Uma User has been deactivated')).toBeVisible()
  const uma = page.getByRole('row', { name: /Uma User/ })
  await expect(uma).toContainText('Inactive')
  await expect(other.getByLabel('Password', { exact: true })).toBeVisible({ timeout: 15_000 })

  const reactivating = await choose('Uma User', 'Reactivate')
  await reactivating.getByRole('button', { name: 'Reactivate' }).click()
  await expect(uma).toContainText('Active')
  await signIn(other, `${address}/dashboard`, 'user@demo.test')
  await expectInside(other)

  await page.getByLabel('Role of Uma User').selectOption('Admin')
  await page.getByRole('dialog', { name: 'Make Uma User an Admin?' }).getByRole('button', { name: 'Change role' }).click()
  await expect(page.getByText('Uma User is now an Admin')).toBeVisible()

  const removing = await choose('Uma User', 'Remove')
  await expect(removing).toContainText('permanently lose access')
  await removing.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Uma User has been removed from the team')).toBeVisible()
  await expect(uma).toHaveCount(0)
})
