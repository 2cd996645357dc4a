/** The figures above the connectors: what the filter asks, what the ledger holds, and that both can be read by everybody. */

import { readFileSync } from 'node:fs'
import { expect, type Page } from 'playwright/test'
import type { Analytics } from '#contract/analytics/analytics.ts'
import type { Run } from '#contract/connectors/runs/run.ts'
import { onlyInFull } from '../../kit/form.ts'
import { Api, expectAccessible, findSeeded, signIn, test } from '../kit/console.ts'

// Records are moved first, and axe reads long pages twice.
test.describe.configure({ timeout: 120_000 })

const hour = 3_600_000

/** A connector of its own moves what the shop has; afterwards the ledger holds it. */
async function moveRecords(api: Api): Promise<void> {
  const id = await api.copyOfSeeded(`Figures ${crypto.randomUUID().slice(0, 8)}`, (config) => config)
  await api.post(`/api-connectors/connectors/${id}/deploy`)
  await expect(async () => {
    const { status } = await api.get<{ status: string }>(`/api-connectors/connectors/${id}/deployment-status`)
    expect(status).toBe('live')
  }).toPass({ timeout: 30_000 })
  await api.post(`/api-connectors/${id}/runs`)
  await expect(async () => {
    const { data } = await api.get<{ data: Run[] }>(`/api-connectors/${id}/runs`)
    expect(data[0]?.status).toBe('succeeded')
  }).toPass({ timeout: 45_000 })
}

const figures = (page: Page) => page.getByRole('region', { name: 'Figures', exact: true })
const card = (page: Page, name: string) => figures(page).getByRole('region', { name, exact: true })

/** What the server says of a time of this length, when it is next asked about one. */
async function answerTo(page: Page, span: number): Promise<Analytics> {
  const isIt = ({ startDate, endDate }: Analytics) => Date.parse(endDate) - Date.parse(startDate) === span
  const reply = await page.waitForResponse(async (it) => it.url().endsWith('/api/analytics/dashboard') && isIt(await it.json()))
  return reply.json()
}

async function totalOf(api: Api, span: number): Promise<string> {
  const end = Math.ceil(Date.now() / 60_000) * 60_000
  const question = { startDate: new Date(end - span).toISOString(), endDate: new Date(end).toISOString(), interval: 'minute' }
  const { volumeAnalysis } = await api.post<Analytics>('/api/analytics/dashboard', question)
  return `${volumeAnalysis.sums.total.toLocaleString('en-GB')} records`
}

test('what was moved stands on the dashboard, as a chart, as a table and as a file', async ({ page, request }) => {
  const api = await Api.open(request)
  await moveRecords(api)
  await signIn(page)
  await expect(card(page, 'Volume')).toContainText(await totalOf(api, hour))
  await expect(card(page, 'Latency')).toContainText('average')
  await expect(card(page, 'Error rate')).toContainText('%')

  await test.step('the chart is read with the keys', async () => {
    const chart = page.getByRole('application', { name: 'Records per minute' })
    await expect(chart.locator('svg').first()).toBeVisible()
    await chart.focus()
    await page.keyboard.press('End')
    await expect(page.getByRole('figure', { name: 'Records per minute' }).locator('[aria-live=polite]')).toContainText(/\d/)
  })

  await test.step('the table behind it says the same', async () => {
    await page.getByRole('button', { name: 'Records per minute as a table' }).click()
    await expect(page.getByRole('table')).toContainText('Delivered')
    await page.getByRole('button', { name: 'Records per minute as a chart' }).click()
  })

  await test.step('a part that is drawn over is enlarged, and Back returns', async () => {
    const chart = await page.getByRole('application', { name: 'Records per minute' }).boundingBox()
    const { x = 0, y = 0, width = 0 } = chart ?? {}
    await page.mouse.move(x + width / 2, y + 60)
    await page.mouse.down()
    await page.mouse.move(x + width - 40, y + 60, { steps: 3 })
    await page.mouse.up()
    await expect(page).toHaveURL(/from=/)
    await expect(page.getByLabel('Period', { exact: true })).toHaveValue('custom')
    await page.goBack()
    await expect(page.getByLabel('Period', { exact: true })).toHaveValue('1h')
  })

  await test.step('the file holds the sum', async () => {
    await expect(card(page, 'Volume')).toContainText(await totalOf(api, hour))
    await expect(figures(page)).toHaveAttribute('aria-busy', 'false')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ])
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\r\n')
    const sum = lines.slice(1).reduce((all, line) => all + Number(line.split(',')[1]), 0)
    await expect(card(page, 'Volume')).toContainText(`${sum.toLocaleString('en-GB')} records`)
  })
})

test('what is asked stands in the address, and comes back from it', onlyInFull, async ({ page }) => {
  await signIn(page)
  await expect(figures(page)).toBeVisible()
  // Two charts stand beside each other: half a day of minutes is more than one has pixels.
  const halfDay = answerTo(page, 12 * hour)
  await page.getByLabel('Period', { exact: true }).selectOption('Past 12 Hours')
  const { chartData } = await halfDay
  expect(chartData.isDecimated).toBe(true)
  expect(chartData.volume.length).toBeLessThan(1_280 / 2)
  const week = answerTo(page, 7 * 24 * hour)
  await page.getByLabel('Period', { exact: true }).selectOption('Past 7 Days')
  expect((await week).interval).toBe('day')
  await expect(page.getByLabel('Resolution')).toHaveValue('Day')
  await expect(page.getByText('Minute is not available for this range. Showing Day.')).toBeVisible()
  await expect(page).toHaveURL(/period=7d/)
  await page.getByLabel('Environment').selectOption('Sandbox')
  await expect(page).toHaveURL(/environment=sandbox/)
  await page.reload()
  await expect(page.getByLabel('Period', { exact: true })).toHaveValue('7d')
  await expect(page.getByLabel('Environment')).toHaveValue('sandbox')
  await page.goBack()
  await expect(page.getByLabel('Environment')).toHaveValue('all')
  await page.goBack()
  await expect(page.getByLabel('Period', { exact: true })).toHaveValue('12h')

  // The menu names no time: what was chosen in this tab is kept.
  await page.getByLabel('Period', { exact: true }).selectOption('Past 7 Days')
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await expect(page).toHaveURL(/period=7d/)
  await menu.getByRole('link', { name: 'Integration Setup', exact: true }).click()
  await expect(page).not.toHaveURL(/dashboard/)
  await menu.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await expect(page.getByLabel('Period', { exact: true })).toHaveValue('7d')
  await expect(page).toHaveURL(/period=7d/)
})

test.describe('where the clocks change', () => {
  test.use({ timezoneId: 'Europe/Berlin' })

  test('a custom range keeps the dates, says what is wrong, and loses nothing', onlyInFull, async ({ page }) => {
    await signIn(page)
    await page.getByLabel('Period', { exact: true }).selectOption('Custom Range')
    await expect(page.getByLabel('From', { exact: true })).toHaveValue(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)
    await page.getByLabel('From', { exact: true }).fill('2026-10-25T02:30')
    await page.getByLabel('To', { exact: true }).fill('2026-10-24T02:30')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByText('Choose an end after the start.')).toBeVisible()
    await expect(page.getByLabel('To', { exact: true })).toBeFocused()
    await page.reload()
    await expect(page.getByLabel('To', { exact: true })).toHaveValue('2026-10-24T02:30')
    await page.getByLabel('To', { exact: true }).fill('2026-10-25T03:30')
    await page.getByLabel('From: first or second').selectOption('The second, UTC+01:00')
    const later = answerTo(page, hour)
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page).toHaveURL(/from=2026-10-25T01%3A30Z/)
    expect((await later).startDate).toBe('2026-10-25T01:30:00.000Z')
  })
})

test('a server that fails is told, and what was read stays with its age', async ({ page, request }) => {
  await moveRecords(await Api.open(request))
  await signIn(page)
  await expect(card(page, 'Volume')).toBeVisible()
  await page.route('**/api/analytics/dashboard', (route) => route.fulfill({ status: 404, body: '' }))
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(figures(page).getByRole('alert')).toContainText('Get dashboard analytics failed')
  await expect(figures(page)).toContainText(/Data is .+ old\./)
  await expect(card(page, 'Volume')).toBeVisible()
  await page.unroute('**/api/analytics/dashboard')
  await figures(page).getByRole('button', { name: 'Retry' }).click()
  await expect(figures(page).getByRole('alert')).toHaveCount(0)
})

test('figures that did not come leave the list alone', onlyInFull, async ({ page }) => {
  await page.route(/\/assets\/DashboardFiguresSection-/, (route) => route.abort())
  await signIn(page)
  await expect(page.getByRole('alert')).toContainText('This part of the page could not be loaded')
  await (await findSeeded(page)).click()
  await expect(page).toHaveURL(/\/details\//)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme}`, onlyInFull, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } })

    test('the figures are accessible, on a narrow screen too', async ({ page, request }) => {
      await moveRecords(await Api.open(request))
      await signIn(page)
      await page.getByLabel('Period', { exact: true }).selectOption('Custom Range')
      await expect(page.getByRole('application', { name: 'Records per minute' }).locator('svg').first()).toBeVisible()
      await expectAccessible(page)
      await page.screenshot({ path: `reports/dashboard-${colorScheme}.png`, fullPage: true })
      await page.setViewportSize({ width: 320, height: 640 })
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
      await expectAccessible(page)
      await page.screenshot({ path: `reports/dashboard-${colorScheme}-320.png`, fullPage: true })
      await page.getByRole('button', { name: 'Records per minute as a table' }).click()
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
      await expectAccessible(page)
    })
  })
}
