/** Every page in both themes and on a narrow screen: nothing breaks the rules of accessibility, nothing is cut off. */
import { fileURLToPath } from 'node:url'
import { expect, type Page } from 'playwright/test'

import { accountTabs, accountTabsFor } from '#contract/account/account-tabs.ts'
import { settingsTabNames, settingsTabs } from '#contract/settings/settings-tabs.ts'
import { bars, gzipped, scriptsOf } from '../../../scripts/bundle-size.ts'
import { onlyInFull } from '../../kit/form.ts'
import { Api, expectAccessible, fillIn, openProfile, signIn, signOut, test } from './console.ts'

const legal = ['/privacy-policy', '/terms-service'] as const
const built = fileURLToPath(new URL('../../../dist/console', import.meta.url))

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme}`, colorScheme === 'dark' ? onlyInFull : {}, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } })

    test('the sign-in page is accessible, with and without an error', async ({ page }) => {
      await page.goto('/sign-in')
      await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
      await expectAccessible(page)
      await fillIn(page, 'admin@demo.test', 'wrong')
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(page.getByRole('alert')).toBeVisible()
      await expectAccessible(page)
    })

    test('a page that is loaded still has a main landmark', async ({ page }) => {
      const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
      const { promise: over, resolve: end } = Promise.withResolvers<void>()
      await page.route('**/assets/RegistrationRoute-*.js', async (route) => {
        ask()
        await over
        await route.continue()
      })
      await page.goto('/sign-up')
      await asked
      await expect(page.getByRole('main').getByRole('status')).toBeVisible()
      end()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    })

    test('the dashboard is accessible', async ({ page }) => {
      await signIn(page)
      await expect(page.getByRole('grid', { name: 'Connectors' })).toBeVisible()
      await expectAccessible(page)
    })

    test('the pages inside are accessible', onlyInFull, async ({ page, request }) => {
      const id = await toDetails(await Api.open(request))
      await signIn(page, `/details/${id}`)
      await expect(page.getByRole('tab', { name: 'Runs' })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('tab', { name: 'Transactions' }).click()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'More actions' }).click()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      await expectAccessible(page)
      await page.goto('/nothing')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(page)
      await page.route(/\/(api|api-connectors)\//, (route) => route.fulfill({ status: 401, body: '{}' }))
      await page.goto('/dashboard')
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectAccessible(page)
    })

    test('the frame and its pages are accessible', onlyInFull, async ({ page }) => {
      await signIn(page, '/account', 'super@demo.test')
      await expect(page.getByRole('heading', { name: 'Limits of this plan' })).toBeVisible()
      await expectAccessible(page)
      await openProfile(page)
      await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Collapse menu' }).click()
      await expectAccessible(page)
      await page.keyboard.press('Control+k')
      await page.keyboard.type('shop ord')
      await expect(page.getByRole('option', { name: /^Shop orders to CRM/ })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('combobox', { name: 'Search' }).fill('nothing of this kind')
      await expect(page.getByText('No results.')).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await page.keyboard.press('?')
      await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await page.setViewportSize({ width: 700, height: 700 })
      await page.getByRole('button', { name: 'Open menu' }).click()
      await expectAccessible(page)
    })

    test('the kit, all runs and every tab of the account and the settings are accessible', onlyInFull, async ({ page }) => {
      test.slow()
      const account = accountTabsFor('SUPER_ADMIN').map((tab) => `/account?tab=${accountTabs[tab].values[0] ?? tab}`)
      const settings = settingsTabNames.map((tab) => `/system-settings?tab=${settingsTabs[tab].values[0]}`)
      await signIn(page, '/kit', 'super@demo.test')
      for (const path of ['/kit', '/runs', ...account, ...settings]) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.getByText(/^Loading/)).toHaveCount(0)
        await expectAccessible(page)
      }
    })

    test('the pages that refuse are accessible', onlyInFull, async ({ page, request }) => {
      const api = await Api.open(request)
      await signIn(page, '/system-settings', 'user@demo.test')
      await expect(page.getByRole('heading', { name: 'Not for your role' })).toBeVisible()
      await expectAccessible(page)
      await api.put('/api/maintenance', { on: true, message: 'New disks until noon' })
      try {
        await page.reload()
        await expect(page.getByText('New disks until noon').first()).toBeVisible()
        await expectAccessible(page)
        await signInAnew(page)
        await expect(page.getByText('New disks until noon')).toBeVisible()
        await expectAccessible(page)
      } finally {
        await api.put('/api/maintenance', { on: false, message: '' })
      }
    })

    test('the legal pages are accessible', onlyInFull, async ({ page }) => {
      for (const path of legal) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectAccessible(page)
      }
    })

    test('the inspector is accessible', onlyInFull, async ({ page }) => {
      await signIn(page, '/inspector', 'super@demo.test')
      await expect(page.locator('.react-flow__node').first()).toBeVisible()
      await expectAccessible(page)
    })
  })
}

test('a choice of theme holds from the first paint of the next visit', onlyInFull, async ({ page }) => {
  await signIn(page)
  const surface = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await openProfile(page)
  await page.getByLabel('Theme').selectOption('Dark')
  await expect.poll(surface).toBe('rgb(21, 26, 33)')
  await page.route('**/assets/index-*.js', (route) => route.abort())
  await page.reload()
  expect(await surface()).toBe('rgb(21, 26, 33)')
})

test.describe('on a screen of 320 pixels', () => {
  test.use({ viewport: { width: 320, height: 640 } })

  test('nothing is lost and nothing scrolls sideways', async ({ page, request }) => {
    const id = await toDetails(await Api.open(request))
    await page.goto('/sign-in')
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
    await expectNarrow(page)
    await signIn(page)
    // Only the rows in sight are drawn, and other tests have made many.
    await page.getByLabel('Search by name').fill('Shop orders to CRM')
    await expect(page.getByRole('row', { name: /Shop orders to CRM/ }).first()).toContainText(/Never|delivered/)
    await expectNarrow(page)
    await page.goto(`/details/${id}`)
    await expect(page.getByRole('tab', { name: 'Runs' })).toBeVisible()
    await expectNarrow(page)
    await page.getByRole('tab', { name: 'Transactions' }).click()
    await expectNarrow(page)
    await page.goto('/account')
    await expect(page.getByRole('heading', { name: 'Limits of this plan' })).toBeVisible()
    await expectNarrow(page)
    await openProfile(page)
    await expect(page.getByRole('button', { name: 'Sign Out' })).toBeInViewport()
    await expectNarrow(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(page.getByRole('link', { name: 'Admin Console' })).toBeInViewport()
    await expectNarrow(page)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('button', { name: 'Close' })).toBeInViewport()
    await expectNarrow(page)
    await page.keyboard.press('Escape')
    for (const path of legal) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectNarrow(page)
    }
    await page.goto('/dashboard')
    await signOut(page)
    await signIn(page, '/inspector', 'super@demo.test')
    await expect(page.locator('.react-flow__node').first()).toBeVisible()
    await expectNarrow(page)
  })
})

test('the keyboard goes through the rows and opens one', onlyInFull, async ({ page }) => {
  await signIn(page)
  const rows = page.getByRole('grid', { name: 'Connectors' }).getByRole('row')
  await expect(rows.nth(1)).toHaveAttribute('tabindex', '0')
  await rows.nth(1).focus()
  await page.keyboard.press('End')
  await expect(rows.last()).toBeFocused()
  await page.keyboard.press('Home')
  await expect(rows.nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/details\//)
})

for (const path of ['/sign-in', '/dashboard'] as const) {
  test(`${path} loads no more JavaScript than its bar`, async ({ page }) => {
    if (path === '/dashboard') await signIn(page)
    await page.goto(path)
    const landmark =
      path === '/sign-in'
        ? page.getByRole('button', { name: 'Sign in', exact: true })
        : page.getByRole('grid', { name: 'Connectors' })
    await expect(landmark).toBeVisible()
    await page.waitForLoadState('load')
    // What is asked for after the list shows, comes after it: charts, the bell, rows to scroll through. So does the passkey after the sign-in page.
    const loaded = await page.evaluate(() => {
      const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
      const shown = performance.getEntriesByName('first-shown')[0]?.startTime ?? page?.loadEventEnd ?? 0
      const before = performance.getEntriesByType('resource').filter(({ startTime }) => startTime <= shown)
      return before.map(({ name }) => new URL(name).pathname.slice(1)).filter((name) => name.endsWith('.js'))
    })
    expect([...new Set(loaded)].sort()).toEqual(scriptsOf(path, built).sort())
    const total = loaded.reduce((sum, file) => sum + gzipped(`${built}/${file}`), 0)
    expect(total).toBeLessThanOrEqual(bars[path])
  })
}

/** As an administrator, in the same browser. */
async function signInAnew(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.removeItem('session'))
  await signIn(page, '/account')
}

/** The seeded connector. */
async function toDetails(api: Api): Promise<string> {
  const seeded = (await api.connectors()).find(({ name }) => name === 'Shop orders to CRM')
  if (seeded === undefined) throw new Error('The seeded connector is gone.')
  return seeded._id
}

async function expectNarrow(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
}
