/** Coming in, staying in, and what is kept when a session ends. */

import { expect } from 'playwright/test'
import { onlyInFull } from '../../kit/form.ts'

import { Api, expectInside, fillIn, findSeeded, signIn, signOut, test } from '../kit/console.ts'
import { demoPassword } from '../kit/product.ts'

test('a wrong password is told, and what was typed stays', async ({ page }) => {
  await page.goto('/sign-in')
  await fillIn(page, 'admin@demo.test', 'wrong')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Invalid credentials')
  await expect(page.getByText('Request')).toHaveCount(0)
  await expect(page.getByLabel('Email')).toHaveValue('admin@demo.test')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('wrong')
  await expect(page).toHaveURL(/\/sign-in/)
})

test('every path without a session leads to the sign-in page, and back to where one wanted to go', async ({ page, request }) => {
  const [connector] = await (await Api.open(request)).connectors()
  await signIn(page, `/details/${connector?._id}?tab=transactions`)
  await expect(page).toHaveURL(`/details/${connector?._id}?tab=transactions`)
  await expect(page.getByRole('tab', { name: 'Transactions' })).toHaveAttribute('aria-selected', 'true')
})

test('a sign-in never leads to another site', onlyInFull, async ({ page }) => {
  await signIn(page, '/sign-in?to=//example.org/')
  await expect(page).toHaveURL('/dashboard')
})

test('a path that nobody knows says so', onlyInFull, async ({ page }) => {
  await signIn(page, '/nothing/here')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('a session that ends keeps the page and what was typed, and goes on after a new sign-in', async ({ page }) => {
  await signIn(page)
  await page.getByLabel('Search by name').fill('Shop orders')
  await expect(page.getByLabel('Search by name')).toBeFocused()
  // The browser's tokens are made worthless, as after two weeks; the next call finds out.
  const calls = /\/(api\/|api-connectors\/|graphql$)/
  await page.route(calls, async (route) => {
    const headers = { ...route.request().headers(), authorization: 'Bearer worthless' }
    const data = route.request().url().endsWith('/refresh') ? { postData: '{"refreshToken":"worthless"}' } : {}
    await route.continue({ headers, ...data })
  })
  const dialog = page.getByRole('dialog', { name: 'Sign in again to continue' })
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('alert')).toHaveText('Session refresh failed - Please log in again to continue.')
  await expect(dialog.getByLabel('Email')).toHaveValue('admin@demo.test')
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused()
  await expect(page.locator('input[type="search"]')).toHaveValue('Shop orders')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await page.unroute(calls)
  await page.keyboard.type(demoPassword)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByLabel('Search by name')).toHaveValue('Shop orders')
  await expect(page.getByLabel('Search by name')).toBeFocused()
  await expect(page.getByRole('link', { name: 'Shop orders to CRM' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a sign-out in one tab is one in every tab', onlyInFull, async ({ page, context }) => {
  await signIn(page)
  const other = await context.newPage()
  await other.goto('/dashboard')
  await expectInside(other)
  await signOut(page)
  await expect(page).toHaveURL('/sign-in')
  await expect(other).toHaveURL(/\/sign-in/)
  expect(await page.evaluate(() => localStorage.getItem('session'))).toBeNull()
})

test('a server that cannot be reached keeps the list, says its age, and comes back', async ({ page }) => {
  await signIn(page)
  await findSeeded(page)
  const calls = /\/graphql$/
  await page.route(calls, (route) => route.fulfill({ status: 404, contentType: 'text/html', body: 'gone' }))
  await expect(page.getByRole('alert')).toContainText("The server's response could not be read.")
  await expect(page.getByText(/Last updated \d+ s ago/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Shop orders to CRM' })).toBeVisible()
  await page.unroute(calls)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a sign-in while the server is away says so, and Enter works once it is back', onlyInFull, async ({ page, context }) => {
  await page.goto('/sign-in')
  await fillIn(page, 'admin@demo.test', demoPassword)
  await context.setOffline(true)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Network error occurred.')
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(page.getByRole('alert')).toContainText('Network error occurred.')
  await context.setOffline(false)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expectInside(page)
})

test('the form takes the focus on arrival, and Enter leads to what is missing', async ({ page }) => {
  await page.goto('/sign-in')
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(page.getByText('Enter your email and password.')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.type('admin@demo.test')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
})

test(
  'a page that cannot be loaded says so, and comes at a retry once the server is back',
  onlyInFull,
  async ({ page, context }) => {
    await signIn(page)
    const link = await findSeeded(page)
    await context.setOffline(true)
    await link.click()
    const notice = page.getByText('This page could not be loaded. Datacrane does not respond.')
    await expect(notice).toBeVisible()
    await expect(page.getByText('Failed to fetch')).toHaveCount(0)
    const refused = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/healthz'))
    await page.getByRole('button', { name: 'Retry' }).click()
    await refused
    await expect(notice).toBeVisible()
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('heading', { name: 'Shop orders to CRM' })).toBeVisible()
  },
)
