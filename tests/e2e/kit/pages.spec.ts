/** Every path of the built product: what it shows, to whom, and the legal pages that everybody reads. */

import { expect } from 'playwright/test'
import { onlyInFull } from '../../kit/form.ts'

import { signIn, test } from './console.ts'

/** Path → title: as `core-platform.md` and `studio-account-settings.md` list them, with an example for each `{name}`. */
const titles: Readonly<Record<string, string>> = {
  '/details/01a1f9dd-286f-7175-987c-3afdb61ae67f/studio': 'Integration Studio',
  '/mockdemo': 'List mode demo',
  '/generate-public-connector/http': 'New public connector',
  '/public/source-configuration': 'Public connector: source',
  '/public/destination-configuration': 'Public connector: destination',
  '/public/data-mapping': 'Public connector: data mapping',
  '/public/integration-profile': 'Public connector: profile',
  '/public/public-integration': 'Public connector: publish',
  '/configure-public-connector/http/7': 'Configure public connector',
  '/edit-public-connector-config/http/7': 'Edit public connector configuration',
  '/edit-public-connector/7': 'Edit public connector',
  '/integration-setup': 'Integration Setup',
  '/integration-engine': 'Integration Engine',
  '/connector-library': 'Connector Library',
  '/connector-library/7': 'Library connector',
  '/connections': 'Connections',
  '/connection-sign-in': 'Sign-in to a system',
  '/your-connectors': 'Your Marketplace',
  '/your-marketplace': 'Your Marketplace',
  '/start-integration/7': 'Integration',
  '/start-integration/7/source-configuration': 'Integration',
  '/start-integration/7/destination-configuration': 'Integration',
  '/start-integration/7/enrichment-configuration/Weather/8': 'Integration',
  '/start-integration/7/data-mapping': 'Integration',
  '/start-integration/7/review': 'Integration',
  '/start-integration/integration-profile': 'New integration',
  '/edit-integration/7': 'Integration',
  '/edit-integration/data-mapping/7': 'Integration',
  '/edit-integration/integration-profile/7': 'Integration',
  '/edit-integration/source-configuration/7': 'Integration',
  '/edit-integration/destination-configuration/7': 'Integration',
  '/edit-integration/enrichment-configuration/7/8': 'Integration',
  '/data-mapping/7': 'Integration',
  '/integration/7': 'Integration',
  '/faq': 'FAQ',
  '/help-center': 'Help Center',
  '/help-center/mapping-failed': 'Mapping failed',
  '/account?tab=billing': 'Account',
  '/system-settings?tab=security': 'System Settings',
  '/admin': 'Admin Console',
  '/admin/customers': 'Customers',
  '/admin/enterprise-library': 'Enterprise Library',
  '/inspector': 'Inspector',
  '/alarms': 'Alerts',
  '/outbox': 'Outbox',
  '/support-requests': 'Support Requests',
  '/nothing/here': 'Page not found',
  '/dashboard': 'Dashboard',
}

/** Of tabs, which have a heading of their own. */
const headings: Readonly<Record<string, string | RegExp>> = {
  // A busy machine can fail one of its checks, and the heading counts those.
  '/admin': /^(Admin Console|\d+ checks? needs? attention)$/,
  '/account?tab=billing': 'Billing & Payment',
  '/system-settings?tab=security': 'Security Settings',
}

test('every page shows its title and takes the focus to it', async ({ page }) => {
  await signIn(page, '/dashboard', 'super@demo.test')
  const where = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect(where).toHaveText('Dashboard')
  for (const [path, title] of Object.entries(titles)) {
    await page.evaluate((to) => history.pushState(null, '', to), path)
    await expect(page, path).toHaveTitle(`${title} · Datacrane`)
    await expect(where, path).toContainText(title)
    // The heading of the dashboard says how the connectors do.
    if (path !== '/dashboard') await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(headings[path] ?? title)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeFocused()
  }
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a page of somebody else is not shown, and says why', onlyInFull, async ({ page }) => {
  await signIn(page, '/system-settings', 'user@demo.test')
  await expect(page.getByText("You don't have permission to access system settings.")).toBeVisible()
  await page.goto('/admin')
  await expect(page.getByText("You don't have permission to open Admin Console.")).toBeVisible()
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await expect(page).toHaveURL('/dashboard')
})

for (const [path, title, figures] of [
  ['/privacy-policy', 'Privacy Policy', ['about 30 days', 'not intended for children under 16']],
  [
    '/terms-service',
    'Terms of Service',
    ['fees with 30 days’ notice', 'end them with 30 days’ notice', 'within 15 days', '3 months'],
  ],
] as const) {
  test(`${path} is read by everybody`, path === '/privacy-policy' ? {} : onlyInFull, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    await expect(page).toHaveTitle(`${title} · Datacrane`)
    await expect(page.locator('time')).toHaveAttribute('datetime', /^\d{4}-\d\d-\d\d$/)
    for (const figure of figures) await expect(page.getByText(figure)).toBeVisible()
    const contents = page.getByRole('navigation', { name: 'Contents' }).getByRole('link')
    const names = await contents.allTextContents()
    expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(names)
    await contents.last().click()
    await expect(page.getByRole('heading', { name: names.at(-1) ?? '' })).toBeInViewport()
    await page.reload()
    await expect(page.getByRole('heading', { name: names.at(-1) ?? '' })).toBeInViewport()
    await page.getByRole('link', { name: 'Datacrane' }).click()
    await expect(page).toHaveURL(/\/sign-in/)
    await signIn(page)
    await page.goto(path)
    await expect(page.getByRole('link', { name: 'Go to the dashboard' })).toBeVisible()
  })
}
