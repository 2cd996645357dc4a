/**
 * A replay whose server is killed at each step. The model is told in sentences and knows nothing of the charts: an order takes effect once for each time that
 * somebody wanted it, whatever is pressed, reloaded, lost or killed in between.
 */
import { expect } from 'playwright/test'

import { onlyInFull } from '../../kit/form.ts'
import { signIn, test } from '../kit/console.ts'
import { form, lines, plan, replay, results, said, stepsOf, studio } from './replay-tools.ts'
import { openWorld } from './replay-world.ts'

test('two orders that were refused arrive once, whatever is killed on the way', onlyInFull, async ({ page, context }) => {
  test.setTimeout(300_000)
  const world = await openWorld('e2e-replay', 5)
  const { address, effectsOf } = world
  const all = () => [1, 2, 3, 4, 5].map(effectsOf)
  try {
    world.refused.add(2).add(4)
    const id = await world.connect('Shop to warehouse')
    expect(await world.run(id)).toMatchObject({ recordsDelivered: 3, recordsFailed: 2 })
    expect(all()).toEqual([1, 0, 1, 0, 1])
    await signIn(page, `${address}${studio(id)}`)

    await test.step('the plan tells them apart, and sends nothing', async () => {
      await form(page).getByLabel('Number of transactions').fill('5')
      await form(page).getByLabel('Delay (ms)').fill('1000')
      await plan(page)
      await expect(replay(page)).toContainText('2 failed in their run: will be sent')
      await expect(replay(page)).toContainText('3 arrived already, or later versions of them: not sent unless you choose it')
      await expect(stepsOf(page).locator('[aria-current="step"]')).toContainText('Prepare')
      expect(all()).toEqual([1, 0, 1, 0, 1])
    })

    await test.step('killed while it is planned: it is still planned, and nothing was sent', async () => {
      await world.killAndRestart()
      await page.reload()
      await expect(replay(page).getByRole('button', { name: 'Send 2 records' })).toBeVisible()
      expect(all()).toEqual([1, 0, 1, 0, 1])
    })

    const other = await context.newPage()
    await test.step('pressed twice, and in two tabs: one replay', async () => {
      world.refused.clear()
      world.held.add(2).add(4)
      await other.goto(page.url())
      const press = { name: 'Send 2 records' }
      await expect(replay(other).getByRole('button', press)).toBeVisible()
      await replay(page).getByRole('button', press).dblclick()
      await replay(other)
        .getByRole('button', press)
        .click({ timeout: 2_000 })
        .catch(() => {})
      // The next one is made while the first is on its way.
      for (const each of [page, other]) await expect(stepsOf(each).locator('[aria-current="step"]')).toContainText(/Send|Process/)
      await expect(form(page).getByRole('button', { name: 'Start Replay' })).toHaveAttribute('aria-disabled', 'true')
      await expect(form(page)).toContainText('A replay is in progress. Wait for it to end, or stop it.')
    })

    await test.step('killed while the first of them is on its way', async () => {
      await expect.poll(() => effectsOf(2) + effectsOf(4)).toBeGreaterThan(0)
      await world.killAndRestart()
    })

    await test.step('killed while the destination keeps the last answer', async () => {
      await expect.poll(() => [effectsOf(2), effectsOf(4)], { timeout: 60_000 }).toEqual([1, 1])
      await world.killAndRestart()
      world.letGo()
    })

    await test.step('both tabs come to its end by themselves', async () => {
      for (const each of [page, other]) {
        await expect(results(each)).toContainText('Every record arrived.', { timeout: 60_000 })
        await expect(results(each)).toContainText('Transactions processed2')
        await expect(results(each)).toContainText('Success rate100%')
        await expect(results(each)).toContainText('Failures0')
      }
      await expect(said(page)).toContainText('Replay Successful')
      expect(all()).toEqual([1, 1, 1, 1, 1])
    })

    await test.step('killed after its end, and started once more: it stays what it was', async () => {
      await world.killAndRestart()
      await page.reload()
      await expect(results(page)).toContainText('Every record arrived.')
      const replayId = new URL(page.url()).searchParams.get('replay')
      const include = { arrived: false, unknown: false, skipped: false }
      await world.api.post(`/api/replay/${id}/${replayId}/start`, { include })
      await expect(lines(page).getByText('Delivered')).toHaveCount(2)
      await expect(lines(page).getByText('Left out')).toHaveCount(3)
      expect(all()).toEqual([1, 1, 1, 1, 1])
    })

    await test.step('what arrived already goes again when somebody chooses it, and only once', async () => {
      await form(page).getByRole('button', { name: 'Reset' }).click()
      await expect(page).not.toHaveURL(/replay=/)
      await form(page).getByLabel('Number of transactions').fill('1')
      await plan(page)
      await expect(replay(page).getByRole('button', { name: 'Send records' })).toHaveAttribute('aria-disabled', 'true')
      await replay(page).getByLabel('Also send records that already arrived').check()
      await replay(page).getByRole('button', { name: 'Send 1 record' }).click()
      await expect(results(page)).toContainText('Every record arrived.', { timeout: 45_000 })
      expect(all().reduce((sum, count) => sum + count, 0)).toBe(6)
    })
  } finally {
    await world.close()
  }
})
