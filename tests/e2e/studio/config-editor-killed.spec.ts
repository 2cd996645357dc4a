/**
 * A configuration that is edited while its server is killed at each step. The model is told in sentences and knows nothing of the charts: what was confirmed runs,
 * all of it and once, or nothing has changed and the text is still there.
 */
import { expect } from 'playwright/test'
import { onlyInFull } from '../../kit/form.ts'
import { signIn, test } from '../kit/console.ts'
import { button, detailsOf, editor, publish, said, studio, textOf, validate, write } from './config-editor-tools.ts'
import { openWorld } from './replay-world.ts'

test('a server that is killed at each step publishes all of it or nothing', onlyInFull, async ({ page }) => {
  test.setTimeout(300_000)
  const world = await openWorld('e2e-config-editor', 3)
  const { api, address } = world
  try {
    const id = await world.connect('Killed while it is edited')
    const { config } = await detailsOf(api, id)
    const text = textOf({ ...config, name: 'Changed under fire' })
    await signIn(page, `${address}${studio(id)}`)
    await button(page, 'Edit Configuration').click()
    await write(page, text)

    await test.step('killed while it is written: the text is there', async () => {
      await world.killAndRestart()
      await page.reload()
      await expect(editor(page)).toContainText('Changed under fire')
    })

    await test.step('killed after the validation: nothing has changed', async () => {
      await validate(page)
      await world.killAndRestart()
      await page.reload()
      await expect(editor(page)).toContainText('Changed under fire')
      expect(await detailsOf(api, id)).toMatchObject({ liveVersion: 1, config: { name: config.name } })
    })

    await test.step('killed when Deploy Now is pressed: all of it, or nothing and the text', async () => {
      await validate(page)
      await publish(page)
      await world.killAndRestart()
      await page.reload()
      const standing = async () => (await detailsOf(api, id)).status
      await expect.poll(standing, { timeout: 60_000 }).toBe('Active')
      const { liveVersion, config: now } = await detailsOf(api, id)
      expect([
        [1, config.name],
        [2, 'Changed under fire'],
      ]).toContainEqual([liveVersion, now.name])
      await expect(editor(page)).toContainText('Changed under fire')
      if (liveVersion === 1) {
        await validate(page)
        await publish(page)
        await expect(
          page.getByRole('group', { name: 'Deployment' }).or(said(page).getByText('Configuration Published')),
        ).toBeVisible()
      }
    })

    await test.step('killed while it is deployed: it ends by itself, once', async () => {
      await world.killAndRestart()
      await expect.poll(async () => (await detailsOf(api, id)).liveVersion, { timeout: 60_000 }).toBe(2)
      await page.reload()
      await expect(editor(page)).toHaveAttribute('aria-readonly', 'true', { timeout: 30_000 })
      await expect(editor(page)).toContainText('Changed under fire')
      const { total } = await api.get<{ total: number }>(`/api-connectors/${id}/versions`)
      expect(total).toBe(2)
    })
  } finally {
    await world.close()
  }
})
