/** The inspector in the built product: a chart laid out in its worker under the strict policy, and nothing of it for anybody else. */
import { expect } from 'playwright/test'

import { expectAccessible, signIn, test } from './console.ts'

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } })

    test('shows the operator the session with its state lit, and no token', async ({ page }) => {
      await signIn(page, '/dashboard', 'super@demo.test')
      await page.getByRole('link', { name: 'Inspector' }).click()
      await page
        .getByRole('navigation', { name: 'Actors' })
        .getByRole('link', { name: /^session / })
        .click()
      const chart = page.getByRole('region', { name: 'Chart of session' })
      await expect(chart.getByRole('status', { name: 'State' })).toHaveText('signedIn.fresh')
      await expect(chart.getByLabel('state fresh, active')).toBeVisible()
      await expect(chart.locator('.react-flow__node')).toHaveCount(12)
      const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('session') ?? '{}').session)
      const shown = await page.content()
      expect(shown).toContain(kept.user.email)
      expect(shown).not.toContain(kept.accessToken)
      expect(shown).not.toContain(kept.refreshToken)
      await expectAccessible(page)
    })
  })
}

test('keeps what an actor did after its page was left, event by event', async ({ page }) => {
  await signIn(page, '/inspector', 'super@demo.test')
  await expect(page.getByRole('navigation', { name: 'Actors' })).toBeVisible()
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('link', { name: 'Shop orders to CRM' })).toBeVisible()
  await page.getByRole('link', { name: 'Inspector' }).click()
  await page.getByRole('link', { name: /^list .*stopped/ }).click()
  const events = page.getByRole('region', { name: 'Events of list' })
  await events.getByRole('link', { name: /xstate\.init/ }).click()
  await expect(page).toHaveURL(/entry=1$/)
  await expect(page.getByRole('status', { name: 'State' })).toHaveText('loading')
  await expect(page.getByLabel('state loading, active')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('status', { name: 'State' })).not.toHaveText('loading')
})

test('does not exist for anybody else, and costs them nothing', async ({ page }) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await signIn(page, '/inspector', 'user@demo.test')
  await expect(page.getByRole('link', { name: 'Inspector' })).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: 'Actors' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'There is nothing at this address' })).toBeVisible()
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  expect(loaded.filter((url) => /InspectorPage|\/Chart-|elk/i.test(url))).toEqual([])
})
