/** The first visit of a product that nobody was seeded into. */
import { expect } from 'playwright/test'

import { expectAccessible, openProfile, signOut, test } from './console.ts'
import { launch } from './product.ts'

const written = {
  Company: 'Analytical Engines',
  'First name': 'Ada',
  'Last name': 'Lovelace',
  'E-mail': 'ada@',
  Password: 'Correct horse 9!',
}

test('the first visit makes the operator, who signs in from then on', async ({ page }) => {
  const { address, stop } = await launch('e2e-setup', { SEED_DEMO: 'false' })
  try {
    await page.goto(`${address}/dashboard`)
    await expect(page).toHaveURL(`${address}/setup`)
    await expect(page.getByRole('heading', { name: 'Set up Datacrane' })).toBeVisible()
    await expectAccessible(page)
    for (const [label, text] of Object.entries(written)) await page.getByLabel(label, { exact: true }).fill(text)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toContainText('must be an address like ada@example.com')
    for (const [label, text] of Object.entries(written)) await expect(page.getByLabel(label, { exact: true })).toHaveValue(text)

    await page.getByLabel('E-mail').fill('ada@example.test')
    await page.getByRole('button', { name: 'Set up' }).click()
    await expect(page).toHaveURL(`${address}/dashboard`)
    await expect(page.getByRole('button', { name: 'Profile of Ada Lovelace' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Inspector' }), 'who operates it may inspect it').toBeVisible()
    await page.reload()
    await openProfile(page)
    await expect(page.getByText('ada@example.test')).toBeVisible()
    await page.keyboard.press('Escape')

    await signOut(page)
    await page.goto(`${address}/setup`)
    await expect(page).toHaveURL(`${address}/sign-in`)
    await page.getByLabel('E-mail').fill('ADA@example.test')
    await page.getByLabel('Password').fill(written.Password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL(`${address}/dashboard`)
  } finally {
    await stop()
  }
})

test('who comes second is told so, keeps what was typed, and is led to the sign-in', async ({ page, request }) => {
  const { address, stop } = await launch('e2e-setup-second', { SEED_DEMO: 'false' })
  try {
    await page.goto(address)
    // What a browser keeps of another time opens nothing here, and hides nothing.
    await page.evaluate(() => localStorage.setItem('session', '{"isEnded":true}'))
    await page.reload()
    for (const [label, text] of Object.entries({ ...written, 'E-mail': 'ada@example.test' }))
      await page.getByLabel(label, { exact: true }).fill(text)
    const data = { companyName: 'B', firstName: 'Bob', lastName: 'B', email: 'bob@example.test', password: 'Quicker by 1 day!' }
    expect((await request.post(`${address}/api/setup`, { data })).status()).toBe(201)
    await page.getByRole('button', { name: 'Set up' }).click()
    await expect(page.getByRole('alert')).toContainText('This Datacrane is already set up. Sign in instead.')
    await expect(page.getByLabel('Company')).toHaveValue(written.Company)
    await page.getByRole('link', { name: 'Sign in' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in to Datacrane' })).toBeVisible()
  } finally {
    await stop()
  }
})
