/** The investigator of the studio: searching what a run moved, with the mouse and with the keyboard, and the whole way of a record in two steps. */

import { readFileSync } from 'node:fs'
import { expect, type Page } from 'playwright/test'
import { onlyInFull } from '../../kit/form.ts'

import { Api, expectAccessible, seesAll, signIn, test } from '../kit/console.ts'

const records = 30

/** A connector that has moved some orders of the sandbox. */
async function moved(page: Page, request: Parameters<typeof Api.open>[0], name: string): Promise<string> {
  const api = await Api.open(request)
  const id = await api.copyOfSeeded(name, (config) => ({
    ...config,
    source: {
      ...config.source,
      url: `${config.source.url}?limit=${records}`,
      ...(config.source.listConfig
        ? { listConfig: { ...config.source.listConfig, type: 'simple' as const, firstPageOnly: true } }
        : {}),
    },
  }))
  await signIn(page, `/details/${id}`)
  const panel = page.getByRole('region', { name, exact: true })
  await panel.getByRole('button', { name: 'Deploy' }).click()
  await expect(panel.getByRole('status').first()).toHaveText('Active', { timeout: 30_000 })
  await panel.getByRole('button', { name: 'Run now' }).click()
  await expect(page.getByRole('region', { name: 'Recent runs' })).toContainText('Succeeded', { timeout: 45_000 })
  await page.goto(`/details/${id}/studio?tab=investigator`)
  await expect(rows(page)).toHaveCount(11)
  return id
}

const table = (page: Page) => page.getByRole('grid', { name: 'Transactions' })
const rows = (page: Page) => table(page).getByRole('row')
const search = async (page: Page, text: string) => {
  await page.getByRole('searchbox', { name: 'Search' }).fill(text)
  await page.getByRole('searchbox', { name: 'Search' }).press('Enter')
}

/** Ten rows of one line each, all in sight in their frame; the one that the keyboard reaches shows its addresses in full. */
async function showsTenLines(page: Page) {
  await page.setViewportSize({ width: 1280, height: 900 })
  const heights = () => rows(page).evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
  await expect.poll(async () => Math.max(...(await heights()))).toBeLessThanOrEqual(40)
  expect(await table(page).evaluate((frame) => frame.scrollHeight - frame.clientHeight)).toBeLessThanOrEqual(0)
  const row = rows(page).nth(2)
  const address = row.getByRole('gridcell').nth(4).locator('[title]').first()
  const whole = (await address.getAttribute('title'))?.split('\n')[1] ?? ''
  expect(whole).toContain('/sandbox/shop/orders?limit=30')
  await expect(row.getByRole('gridcell').nth(5)).toContainText(/Accepted in \d/)
  const note = row.getByRole('definition', { includeHidden: true }).filter({ hasText: whole })
  await expect(note).toBeHidden()
  await rows(page).nth(1).focus()
  await page.keyboard.press('ArrowDown')
  await expect(note).toBeInViewport({ ratio: 1 })
  expect(Math.max(...(await heights()))).toBeLessThanOrEqual(40)
  await page.keyboard.press('Escape')
  await expect(note).toBeHidden()
}

test('what was moved is searched, narrowed, sorted and paged, and the address says how', async ({ page, request }) => {
  await moved(page, request, 'Investigated')
  const pages = page.getByRole('navigation', { name: 'Pages of transactions' })
  await expect(pages).toContainText(`1 to 10 of ${records}`)
  await showsTenLines(page)
  const newest = await rows(page).nth(1).innerText()
  await page.getByRole('button', { name: 'Read', exact: true }).click()
  await expect(page).toHaveURL(/order=oldest/)
  await expect(rows(page).nth(1)).not.toHaveText(newest)
  await page.getByRole('spinbutton', { name: 'Page' }).fill('3')
  await page.getByRole('spinbutton', { name: 'Page' }).press('Enter')
  await expect(pages).toContainText(`21 to 30 of ${records}`)
  await page.reload()
  await expect(pages).toContainText(`21 to 30 of ${records}`)

  const key = await rows(page).nth(2).getByRole('gridcell').nth(4).locator('code').innerText()
  await search(page, key)
  await expect(page).toHaveURL(new RegExp(`q=${key}`))
  await expect(table(page).locator('code', { hasText: new RegExp(`^${key}$`) })).toHaveCount(1)
  await search(page, `${key.slice(0, -1)}*`)
  await expect(table(page).locator('code', { hasText: new RegExp(`^${key.slice(0, -1)}`) })).toHaveCount(10)
  await search(page, 'nothing-of-this-kind')
  await expect(page.getByText('No transaction data available')).toBeVisible()
  await page.goBack()
  await page.goBack()
  await expect(table(page).locator('code', { hasText: new RegExp(`^${key}$`) })).toHaveCount(1)
  await page.getByRole('button', { name: 'Reset' }).click()
  await page.getByRole('button', { name: 'Failed', exact: true }).click()
  await expect(page.getByText('No transaction data available')).toBeVisible()
})

test(
  'a row leads with the keyboard to its payload, and in one more step to its whole way',
  onlyInFull,
  async ({ page, request }) => {
    await moved(page, request, 'Walked')
    await rows(page).nth(1).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const card = page.getByRole('region', { name: /^Payload of / })
    await expect(card.getByRole('definition').filter({ hasText: '/sandbox/crm/orders' })).toBeVisible()
    await expect(card.getByRole('textbox', { name: 'As mapped' })).toContainText('{')
    await card.getByRole('button', { name: 'As read', exact: true }).click()
    await expect(card.getByRole('textbox', { name: 'As read' })).toContainText('{')
    await card.getByRole('button', { name: 'Difference' }).click()
    await expect(card.getByRole('textbox', { name: 'As read, changed to as mapped' })).toBeVisible()
    await card.getByRole('button', { name: 'Full trace' }).click()
    const way = card.getByRole('list', { name: 'Record path' })
    for (const step of ['Read from the source', 'Enriched', 'Mapped', 'Delivered', 'Replays']) {
      await expect(way.getByRole('heading', { name: step, exact: true })).toBeVisible()
    }
    await expect(way.getByText(/^Attempt 1: delivered/)).toBeVisible()
    await expect(way.getByText('Never replayed')).toBeVisible()
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page)
    const download = page.waitForEvent('download')
    await card.getByRole('button', { name: /^Download .* as read and as mapped$/ }).click()
    const file = await download
    const { recordKey, payload, asRead } = JSON.parse(readFileSync(await file.path(), 'utf8'))
    expect(file.suggestedFilename()).toBe(`${recordKey}.json`)
    expect(payload).toEqual(expect.objectContaining({}))
    expect(JSON.stringify(asRead)).toContain(recordKey)
    await page.setViewportSize({ width: 320, height: 800 })
    await seesAll(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(card).toHaveCount(0)
  },
)

test('a record that was found is planned to be replayed, and the way back leads to it', onlyInFull, async ({ page, request }) => {
  await moved(page, request, 'Again')
  await rows(page)
    .nth(2)
    .getByRole('button', { name: /^View Payload of / })
    .click()
  const card = page.getByRole('region', { name: /^Payload of / })
  const key = (await card.getAttribute('aria-label'))?.replace('Payload of ', '') ?? ''
  await card.getByRole('button', { name: 'Replay this record' }).click()
  const form = page.getByRole('form', { name: 'Replay transactions' })
  await form.getByRole('button', { name: 'Start Replay' }).click()
  const replay = page.getByRole('region', { name: 'Replay', exact: true })
  await expect(replay).toContainText('1 arrived already')
  await expect(replay.getByRole('row').filter({ hasText: key })).toContainText('arrived already')
  await page.goBack()
  await page.goBack()
  await expect(card).toBeVisible()
})

test('a page lives on when what draws its toasts cannot be loaded', onlyInFull, async ({ page, request }) => {
  await moved(page, request, 'Copied')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.route('**/ToastRegion*', (route) => route.abort())
  const refused = page.waitForEvent('requestfailed')
  await table(page)
    .getByRole('button', { name: /^View Payload of/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  expect((await refused).url()).toContain('ToastRegion')
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(table(page)).toBeVisible()
})

test('what is found is taken along, all of it or what is chosen', async ({ page, request }) => {
  await moved(page, request, 'Taken')
  const linesOf = async (button: string, end: string) => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: button }).click()
    const file = await download
    const lines = readFileSync(await file.path(), 'utf8')
      .trimEnd()
      .split(end)
    return { name: file.suggestedFilename(), lines }
  }
  const { name, lines } = await linesOf('Export NDJSON', '\n')
  expect(name).toBe('Taken-transactions.ndjson')
  expect(lines).toHaveLength(records)
  expect((await linesOf('Export CSV', '\r\n')).lines).toHaveLength(records + 1)
  await expect(page.getByText(/downloaded\./)).toBeVisible()
  // One of this page and one of the next, and no row opens by being chosen.
  const box = table(page).getByRole('checkbox').first()
  const chosen = [await rows(page).nth(1).locator('code').innerText()]
  await box.check()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(box).not.toBeChecked()
  chosen.push(await rows(page).nth(1).locator('code').innerText())
  await box.check()
  await expect(page.getByText('2 transactions selected. The file contains only these.')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const few = (await linesOf('Export NDJSON', '\n')).lines
  expect(few.map((line) => JSON.parse(line).recordKey)).toEqual(chosen)
  await page.getByRole('button', { name: 'Choose none' }).click()
  await expect(box).not.toBeChecked()
})
