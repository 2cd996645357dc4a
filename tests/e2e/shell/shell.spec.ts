/** The frame of every page in the built product: menu, header, palette, maintenance. */

import { expect } from 'playwright/test'
import type { Maintenance } from '#contract/settings/maintenance.ts'
import { onlyInFull } from '../../kit/form.ts'
import { Api, expectInside, openProfile, signIn, signOut, test } from '../kit/console.ts'

test('the menu has 250 or 60 pixels, and stays as it was left', onlyInFull, async ({ page }) => {
  await signIn(page)
  const menu = page.getByRole('navigation', { name: 'Main' })
  const width = async () => (await menu.boundingBox())?.width
  await expect.poll(width).toBe(250)
  await page.getByRole('button', { name: 'Collapse menu' }).click()
  await expect.poll(width).toBe(60)
  await menu.getByRole('link', { name: 'Account' }).click()
  await expect(page).toHaveURL('/account')
  await expect(menu.getByRole('link', { name: 'Account' })).toHaveAttribute('aria-current', 'page')
  await page.reload()
  await expect.poll(width).toBe(60)
  await page.setViewportSize({ width: 991, height: 700 })
  await expect(menu).toHaveCount(0)
  await page.setViewportSize({ width: 992, height: 700 })
  await expect.poll(width).toBe(60)
  await page.getByRole('button', { name: 'Expand menu' }).click()
  await expect.poll(width).toBe(250)
  await page.getByRole('link', { name: 'Datacrane' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('on a slim screen the menu is a drawer that keeps the focus and gives it back', onlyInFull, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await signIn(page)
  const opener = page.getByRole('button', { name: 'Open menu' })
  const drawer = page.getByRole('dialog', { name: 'Main' })
  await opener.click()
  await expect(drawer).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await expect(opener).toBeFocused()
  await page.keyboard.press('Enter')
  await page.mouse.click(315, 600)
  await expect(drawer).toHaveCount(0)
  await opener.click()
  await drawer.getByRole('link', { name: 'Your Marketplace' }).click()
  await expect(drawer).toHaveCount(0)
  await expect(page).toHaveURL('/your-marketplace')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('the profile says who is here, leads on, and signs out', async ({ page }) => {
  await signIn(page)
  await expect(page.getByRole('banner').getByRole('button', { name: /^Alerts and notifications/ })).toBeVisible()
  await openProfile(page)
  const card = page.getByRole('dialog', { name: 'Profile' })
  for (const words of ['Plan: Basic', 'Ada Admin', 'admin@demo.test']) await expect(card.getByText(words)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(card).toBeHidden()
  await openProfile(page)
  await card.getByLabel('Theme').selectOption('Dark')
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
  await card.getByRole('link', { name: 'Billing' }).click()
  await expect(page).toHaveURL('/account?tab=billing')
  await expect(card).toBeHidden()
  await openProfile(page)
  await expect(card.getByRole('link', { name: 'Account Settings' })).toHaveAttribute('href', '/account')
  await expect(card.getByRole('link', { name: 'System Settings' })).toHaveAttribute('href', '/system-settings')
  await card.getByRole('link', { name: 'Privacy Policy' }).click()
  await expect(page.getByRole('heading', { name: 'Privacy Policy' })).toBeVisible()
  await page.getByRole('link', { name: 'Datacrane' }).click()
  await expect(page).toHaveURL('/dashboard')
  await signOut(page)
  await expect(page).toHaveURL(/\/sign-in/)
})

test('the palette reaches pages, actions and connectors by the keyboard alone', async ({ page }) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await signIn(page)
  await expect(page.getByRole('grid', { name: 'Connectors' })).toBeVisible()
  expect(loaded.filter((url) => /PaletteRoute/.test(url))).toEqual([])
  const field = page.getByRole('combobox', { name: 'Search' })
  const marked = page.getByRole('dialog').getByRole('option', { selected: true })

  // What is typed while the palette is on its way is not lost.
  const { promise: typed, resolve: letItCome } = Promise.withResolvers<void>()
  await page.route('**/PaletteRoute*', async (route) => {
    await typed
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  await page.keyboard.type('shop orx')
  await page.keyboard.press('Backspace')
  await expect(field).toHaveCount(0)
  // Nor what is typed while it is drawn.
  const typedOn = 'abcdefghij'.repeat(10)
  letItCome()
  await page.keyboard.type(typedOn, { delay: 2 })
  await expect(field).toHaveValue(`shop or${typedOn}`)
  await expect(field).toBeFocused()
  await field.fill('shop or')
  await page.keyboard.type('d')
  await expect(marked).toHaveText(/^Shop orders to CRM/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/details\//)
  await expect(field).toHaveCount(0)

  await page.keyboard.press('Meta+k')
  await page.keyboard.press('ArrowDown')
  await expect(marked).toHaveText('Integration Setup')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard')

  await page.getByRole('button', { name: /^Search/ }).click()
  await page.keyboard.type('theme dark')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')

  await page.keyboard.press('Control+k')
  await page.keyboard.type('inspector')
  await expect(page.getByText('No results.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field).toHaveCount(0)

  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByLabel('Search by name').fill('')
  await page.getByLabel('Search by name').press('?')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toHaveCount(0)
  await expect(page.getByLabel('Search by name')).toHaveValue('?')

  await page.keyboard.press('Control+k')
  await page.keyboard.type('sign out')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/sign-in/)
})

test('the palette does what it names to a connector, and asks once; a deployment is reviewed first', async ({
  page,
  request,
}) => {
  const api = await Api.open(request)
  const name = `From the palette ${crypto.randomUUID().slice(0, 8)}`
  const id = await api.copyOfSeeded(name, (config) => config)
  await signIn(page)
  await page.keyboard.press('Control+k')
  await page.keyboard.type(`deploy ${name}`)
  await expect(page.getByRole('option', { name: `Review and deploy ${name}` })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/integration/${id}`)
  const asked = page.waitForRequest((it) => it.url().endsWith(`/${id}/deploy`))
  await page.getByRole('button', { name: 'Deploy', exact: true }).click()
  await asked
  await expect(page.getByText(/^Live\./).first()).toBeVisible({ timeout: 30_000 })
  await page.keyboard.press('Control+k')
  await page.keyboard.type(`pause ${name}`)
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: `Pause “${name}”?` })
  await question.getByRole('button', { name: 'Pause' }).click()
  await expect(question).toHaveCount(0)
})

test('a page says that the browser is offline, and stays as it is', async ({ page, context }) => {
  await signIn(page)
  await expect(page.getByRole('grid', { name: 'Connectors' })).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText('You are offline.')).toBeVisible()
  await expect(page.getByRole('grid', { name: 'Connectors' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('You are offline.')).toHaveCount(0)
})

test('a palette without connectors still leads to every page, and tries again', onlyInFull, async ({ page }) => {
  await signIn(page, '/account')
  await expectInside(page)
  await page.route('**/api-connectors/**', (route) => route.fulfill({ status: 404, body: '{}' }))
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog')
  await expect(palette.getByRole('alert')).toBeVisible()
  await expect(palette.getByRole('option', { name: 'Dashboard' })).toBeVisible()
  await page.unroute('**/api-connectors/**')
  await palette.getByRole('button', { name: 'Retry' }).click()
  await expect(palette.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('shop ord')
  await expect(palette.getByRole('option', { name: /^Shop orders to CRM/ })).toBeVisible()
})

test('in maintenance a user waits, an administrator is told, and what was typed stays', async ({
  page,
  browser,
  baseURL,
  request,
}) => {
  const api = await Api.open(request)
  const set = (on: boolean, message = '') => api.put<Maintenance>('/api/maintenance', { on, message })
  const other = await browser.newPage(baseURL === undefined ? {} : { baseURL })
  await signIn(page, '/dashboard', 'user@demo.test')
  await page.getByLabel('Search by name').fill('half a wo')
  await signIn(other)
  await set(true, 'New disks until noon')
  try {
    // The next call of the list is refused, and that is heard.
    await expect(page.getByRole('heading', { name: 'Datacrane is in maintenance' })).toBeVisible()
    await expect(page.getByRole('blockquote')).toHaveText('New disks until noon')
    await expect(page.getByRole('link', { name: 'Dashboard' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
    await other.reload()
    await expect(other.getByText('Maintenance is on. Only administrators can use Datacrane.')).toBeVisible()
    await expect(other.getByText('New disks until noon')).toBeVisible()
    await expect(other.getByRole('grid', { name: 'Connectors' })).toBeVisible()
  } finally {
    await set(false)
  }
  await page.getByRole('button', { name: 'Retry' }).click()
  await expectInside(page)
  await expect(page.getByLabel('Search by name')).toHaveValue('half a wo')
  await other.reload()
  await expectInside(other)
  await expect(other.getByText('New disks until noon')).toHaveCount(0)
  await other.close()
})

test('whoever cannot or will not see motion and menus is not held up', onlyInFull, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, '/account')
  const menu = page.getByRole('navigation', { name: 'Main' })
  expect(await menu.evaluate((it) => getComputedStyle(it).transitionDuration)).toBe('0s')
  await page.reload()
  await expectInside(page)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('#content')).toBeFocused()
})
