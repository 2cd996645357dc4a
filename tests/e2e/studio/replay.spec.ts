/** Replays as people make them: what is asked for, planned, tried, sent, stopped and found again. */

import { expect } from 'playwright/test'
import { onlyInFull } from '../../kit/form.ts'

import { Api, expectAccessible, seesAll, signIn, test } from '../kit/console.ts'
import { arrivedIn, deploy, fewOrders, form, lines, plan, replay, results, run, said, studio } from './replay-tools.ts'

test('what is asked for is checked in the words of the specification; what is typed survives; records of one’s own go through', async ({
  page,
  request,
}) => {
  const api = await Api.open(request)
  const id = await fewOrders(api, 'Replayed by hand')
  await deploy(api, id)
  await signIn(page, studio(id))
  const start = form(page).getByRole('button', { name: 'Start Replay' })

  await test.step('without transactions there is nothing to replay', async () => {
    await expect(page.getByRole('note', { name: 'Replay sends actual data' })).toBeVisible()
    await expect(page.getByRole('status', { name: 'No transactions yet' })).toBeVisible()
    await expect(start).toHaveAttribute('aria-disabled', 'true')
    await page.getByRole('status', { name: 'No transactions yet' }).getByRole('button', { name: 'Refresh Data' }).click()
    await expect(page.getByRole('status', { name: 'No transactions yet' })).toBeVisible()
  })

  await test.step('each fault is told at its field, and the first one gets the focus', async () => {
    await form(page).getByLabel('Data source').selectOption('Records you write')
    await form(page).getByLabel('Time period').selectOption('Choose…')
    await form(page).getByLabel('Number of transactions').fill('')
    await form(page).getByLabel('Delay (ms)').fill('')
    await form(page).getByLabel('Your records (JSON)').fill('{"number":')
    await start.click()
    for (const words of [
      'Please select a time period',
      'Please enter number of transactions',
      'Please enter delay',
      'This is not valid JSON.',
    ])
      await expect(form(page)).toContainText(words)
    await expect(form(page).getByLabel('Time period')).toBeFocused()
    await form(page).getByLabel('Number of transactions').fill('51')
    await expect(form(page)).toContainText('Enter a whole number from 1 to 50.')
    await form(page).getByLabel('Delay (ms)').fill('50')
    await expect(form(page)).toContainText('Enter 0 to 10,000, in steps of 100.')
  })

  await test.step('a reload keeps what was typed', async () => {
    await page.reload()
    await expect(form(page).getByLabel('Number of transactions')).toHaveValue('51')
    await expect(form(page).getByLabel('Your records (JSON)')).toHaveValue('{"number":')
  })

  const before = await arrivedIn(api)
  await test.step('a dry run shows what would be sent, and sends nothing', async () => {
    await form(page).getByLabel('Time period').selectOption('Latest')
    await form(page).getByLabel('Number of transactions').fill('1')
    await form(page).getByLabel('Delay (ms)').fill('0')
    await form(page).getByLabel('Your records (JSON)').fill('{"number":"R-1","total":12.5,"customer":{"name":"Ada"}}')
    await plan(page)
    await expect(replay(page)).toContainText('1 record of your own: will be sent')
    const tried = replay(page).getByRole('group', { name: 'Dry run of the plan' })
    // On a busy machine the page can move under the press: a person presses again, and nothing is sent by it.
    await expect(async () => {
      await replay(page).getByRole('button', { name: 'Dry run' }).click()
      await expect(tried).toContainText('"orderNumber":"R-1"', { timeout: 8_000 })
    }).toPass({ timeout: 30_000 })
    expect(await arrivedIn(api)).toBe(before)
  })

  await test.step('it is sent, counted, and linked to what it became', async () => {
    await replay(page).getByRole('button', { name: 'Send 1 record' }).click()
    await expect(results(page)).toContainText('Every record arrived.', { timeout: 45_000 })
    await expect(said(page)).toContainText('Replay Successful')
    expect(await arrivedIn(api)).toBe(before + 1)
    await expect(page.getByRole('status', { name: 'No transactions yet' })).toHaveCount(0)
    await expect(lines(page).getByRole('link')).toHaveAttribute('href', /tab=investigator&.*open=[0-9a-f-]{36}/)
  })

  await test.step('Reset leaves it, and it is found again among the earlier ones', async () => {
    await form(page).getByRole('button', { name: 'Reset' }).click()
    await expect(form(page).getByLabel('Data source')).toHaveValue('live')
    await expect(results(page)).toHaveCount(0)
    const earlier = page.getByRole('grid', { name: 'Earlier replays' })
    await expect(earlier).toContainText('Completed')
    await earlier.getByRole('link').first().click()
    await expect(results(page)).toContainText('Transactions processed1')
  })
})

test('a replay that is stopped sends nothing more, and says what it had sent', onlyInFull, async ({ page, request }) => {
  const api = await Api.open(request)
  const id = await fewOrders(api, 'Replayed in part')
  await deploy(api, id)
  await run(api, id)
  const before = await arrivedIn(api)
  await signIn(page, studio(id))
  await form(page).getByLabel('Number of transactions').fill('5')
  await form(page).getByLabel('Delay (ms)').fill('2000')
  await plan(page)
  await replay(page).getByLabel('Also send records that already arrived').check()
  await replay(page).getByRole('button', { name: 'Send 5 records' }).click()
  await expect(replay(page)).toContainText(/[12] delivered/, { timeout: 30_000 })
  await page.reload()
  await replay(page).getByRole('button', { name: 'Stop replay' }).click()
  await expect(results(page)).toContainText('Replay stopped. Records already sent stay sent.', { timeout: 30_000 })
  const sent = (await arrivedIn(api)) - before
  expect(sent).toBeGreaterThan(0)
  expect(sent).toBeLessThan(5)
  await expect(replay(page)).toContainText(`${sent} delivered`)
  await expect(lines(page).getByText('Not sent')).toHaveCount(5 - sent)
})

test('a connector that is paused or gone is told so, and nothing is lost', onlyInFull, async ({ page, request }) => {
  const api = await Api.open(request)
  const id = await fewOrders(api, 'Soon not there')
  await deploy(api, id)
  await run(api, id)
  await signIn(page, studio(id))
  await form(page).getByLabel('Number of transactions').fill('3')

  await api.post(`/api-connectors/pause/${id}`, {})
  await form(page).getByRole('button', { name: 'Start Replay' }).click()
  await expect(form(page).getByRole('alert')).toContainText('Replay Failed')
  await expect(said(page)).toContainText('Could not replay the transaction. Please try again later')
  await expect(page).not.toHaveURL(/replay=/)
  await expect(form(page).getByLabel('Number of transactions')).toHaveValue('3')

  await api.post(`/api-connectors/resume/${id}`, {})
  await plan(page)
  await replay(page).getByLabel('Also send records that already arrived').check()
  await api.remove(`/api-connectors/${id}`)
  await replay(page).getByRole('button', { name: 'Send 3 records' }).click()
  await expect(replay(page).getByRole('alert').first()).toContainText('Connector not found')
})

test('selected records of one cause are retried beside it, and their plan opens in Replay', async ({ page, request }) => {
  const api = await Api.open(request)
  const id = await fewOrders(api, 'Lost and replayed', true)
  await deploy(api, id)
  await run(api, id)
  await signIn(page, `/details/${id}?tab=problems`)
  await page.getByRole('link', { name: 'Retry 5…', exact: true }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet).toContainText('4 of 5 · the exceptions are always shown')
  await expect(sheet.getByRole('button', { name: /^Send 5 / })).toBeVisible()
  // The same plan after the page is loaded again.
  await page.reload()
  await sheet.getByRole('checkbox').first().uncheck()
  await sheet.getByRole('button', { name: 'Dry run' }).click()
  await expect(sheet).toContainText('Dry run: 4 checked, none would fail. Nothing was sent.')
  await sheet.getByRole('button', { name: /^Send 4 / }).click()
  await expect(sheet).toContainText('0 of 4 delivered. 4 failed.', { timeout: 60_000 })
  await expect(said(page)).toContainText('0 of 4 delivered')
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(sheet).toHaveCount(0)
  await page.getByRole('link', { name: 'Retry 5…', exact: true }).click()
  await sheet.getByRole('link', { name: 'Open in Replay' }).click()
  await expect(replay(page)).toContainText('5 failed in their run: will be sent')
})

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme}`, onlyInFull, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } })

    test('plan and results are accessible, and nothing is lost at 320 pixels', async ({ page, request }) => {
      test.slow()
      const api = await Api.open(request)
      const id = await fewOrders(api, `Replayed in ${colorScheme}`)
      await deploy(api, id)
      await run(api, id)
      await signIn(page, studio(id))
      await form(page).getByLabel('Number of transactions').fill('5')
      const looks = async (name: string) => {
        await page.setViewportSize({ width: 1280, height: 800 })
        await page.screenshot({ path: `reports/looks/replay-${name}-${colorScheme}.png`, fullPage: true })
        await expectAccessible(page)
        await page.setViewportSize({ width: 320, height: 640 })
        await page.screenshot({ path: `reports/looks/replay-${name}-${colorScheme}-320.png`, fullPage: true })
        await seesAll(page)
        await page.setViewportSize({ width: 1280, height: 800 })
      }
      await plan(page)
      await replay(page).getByLabel('Also send records that already arrived').check()
      await replay(page).getByRole('button', { name: 'Dry run' }).click()
      await expect(replay(page).getByRole('group', { name: 'Dry run of the plan' })).toBeVisible()
      await looks('plan')
      await replay(page).getByRole('button', { name: 'Send 5 records' }).click()
      await expect(results(page)).toContainText('Every record arrived.', { timeout: 45_000 })
      await looks('results')
    })
  })
}
