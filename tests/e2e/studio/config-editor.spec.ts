/**
 * The text of a configuration, as the people who change it see it. The model is told in sentences and knows nothing of the charts: what runs is what was
 * confirmed; what was typed is there until somebody gives it up; a secret stands nowhere.
 */

import { expect } from 'playwright/test'
import { onlyInFull } from '../../kit/form.ts'
import { Api, expectAccessible, expectInside, fillIn, signIn, signOut, test } from '../kit/console.ts'
import { demoPassword } from '../kit/product.ts'
import {
  alerts,
  button,
  comeToFront,
  comparison,
  detailsOf,
  dialog,
  editor,
  publish,
  renamed,
  results,
  said,
  studio,
  textOf,
  validate,
  versionOf,
  write,
} from './config-editor-tools.ts'
import { deploy, fewOrders, run } from './replay-tools.ts'

test('a change is validated, compared with what runs, published and taken back', async ({ page, request }) => {
  test.slow()
  const api = await Api.open(request)
  const id = await fewOrders(api, 'Edited as text')
  await deploy(api, id)
  await run(api, id)
  const { config } = await detailsOf(api, id)
  await signIn(page, studio(id))

  await test.step('read-only at first', async () => {
    await expect(editor(page)).toHaveAttribute('aria-readonly', 'true')
    await button(page, 'Edit Configuration').click()
    await expect(editor(page)).not.toHaveAttribute('aria-readonly', 'true')
  })

  await test.step('half a text is told as the browser tells it, and where', async () => {
    await write(page, '{ "name": ')
    await expect(page.locator('.cm-lint-marker-error')).toBeVisible()
    await button(page, 'Validate').click()
    await expect(alerts(page)).toContainText('JSON Validation Failed')
    await expect(button(page, 'Publish')).toHaveCount(0)
  })

  await test.step('errors are listed, and keep it from being published', async () => {
    const { url: _, ...destination } = config.destination
    await write(page, textOf({ ...config, destination }))
    await button(page, 'Validate').click()
    await expect(alerts(page)).toContainText('Please fix the validation errors before publishing')
    await expect(results(page)).toContainText('Destination must have a URL, Azure config, or database config')
    await expect(button(page, 'Publish')).toHaveCount(0)
    await expectAccessible(page)
  })

  await test.step('each edit asks for a validation of its own', async () => {
    await write(page, textOf(renamed(config, 'reference')))
    await validate(page)
    await expect(button(page, 'Publish')).toBeVisible()
    await page.keyboard.press('Control+End')
    await editor(page).press('Space')
    await expect(button(page, 'Publish')).toHaveCount(0)
    await validate(page)
  })

  await test.step('the dialog shows what changes, and what it makes of the last records', async () => {
    await button(page, 'Publish').click()
    const confirm = dialog(page, 'Confirm Deployment')
    await expect(confirm.getByRole('textbox', { name: 'Changes since version 1' })).toContainText('reference')
    await expect(comparison(page)).toContainText(/Of the last 5 records, 5 come out differently\./)
    await comparison(page).locator('summary').first().click()
    await expect(comparison(page)).toContainText('"reference"')
    await expectAccessible(page)
    expect((await detailsOf(api, id)).liveVersion).toBe(1)
    await confirm.getByRole('button', { name: 'Cancel' }).click()
    await expect(button(page, 'Publish')).toBeVisible()
  })

  await test.step('Deploy Now saves and deploys, and the new version runs', async () => {
    await publish(page)
    await expect(said(page)).toContainText('Configuration Published', { timeout: 30_000 })
    await expect(editor(page)).toHaveAttribute('aria-readonly', 'true')
    const { liveVersion, config: saved } = await detailsOf(api, id)
    expect(liveVersion).toBe(2)
    expect(saved.dataMapping[0]?.targetPath).toBe('reference')
    expect((await versionOf(api, id, 2)).config.dataMapping[0]?.targetPath).toBe('reference')
  })

  await test.step('the history names its author, shows what changed, and gives it back', async () => {
    const versions = page.getByRole('list', { name: 'versions' })
    await expect(versions.getByRole('listitem').first()).toContainText('Version 2', { timeout: 30_000 })
    await expect(versions.getByRole('listitem').first()).toContainText(`by ${(await versionOf(api, id, 2)).author}`)
    await page.getByRole('button', { name: 'Show version 1' }).click()
    await expect(page).toHaveURL(/version=1/)
    await expect(page.getByRole('textbox', { name: /^Changes to version 1/ })).toContainText('reference')
    await expectAccessible(page)
    await button(page, 'Restore version 1').click()
    await expect(page.getByText(/^You see version 1, not published\./)).toBeVisible()
    await validate(page)
    await publish(page)
    await expect.poll(async () => (await detailsOf(api, id)).liveVersion, { timeout: 30_000 }).toBe(3)
    expect((await versionOf(api, id, 3)).config.dataMapping).toEqual((await versionOf(api, id, 1)).config.dataMapping)
  })
})

test('two who edit at once meet both texts, and neither is lost', onlyInFull, async ({ page, request }) => {
  test.slow()
  const api = await Api.open(request)
  const id = await fewOrders(api, 'Edited by two')
  await deploy(api, id)
  const { config } = await detailsOf(api, id)
  await signIn(page, studio(id))

  await test.step('another tab that only reads hears of a save and loads it', async () => {
    const other = await page.context().newPage()
    await other.goto(studio(id))
    await expect(editor(other)).toBeVisible()
    await page.bringToFront()
    await button(page, 'Edit Configuration').click()
    await write(page, textOf(renamed(config, 'mine')))
    await validate(page)
    await api.post(`/api-connectors/${id}/deploy`, { config: renamed(config, 'theirs') })
    await expect.poll(async () => (await detailsOf(api, id)).liveVersion, { timeout: 30_000 }).toBe(2)
    await other.bringToFront()
    await comeToFront(other)
    const { revision } = await detailsOf(api, id)
    await expect(other.getByText(`Revision ${revision} saved by Ada Admin.`)).toBeVisible()
    await button(other, 'Load it').click()
    await expect(other.getByText(`Read-only. Saved as revision ${revision}.`)).toBeVisible()
    await expect(button(other, 'Load it')).toHaveCount(0)
    await other.close()
  })

  await test.step('whoever has typed is told, and loses nothing', async () => {
    await page.bringToFront()
    await comeToFront(page)
    await expect(page.getByText(/Your text is safe\. Compare both versions and choose\.$/)).toBeVisible()
    await expectAccessible(page)
    await expect(editor(page)).toContainText('mine')
  })
  await publish(page)
  const stale = dialog(page, 'Someone saved this connector after you opened it')
  const both = stale.getByRole('textbox', { name: 'The newer version, with your changes' })
  await expect(both).toContainText('mine')
  await expect(both).toContainText('theirs')
  await expectAccessible(page)
  expect((await detailsOf(api, id)).config.dataMapping[0]?.targetPath).toBe('theirs')
  await stale.getByRole('button', { name: 'Keep mine' }).click()
  await expect(button(page, 'Publish')).toHaveCount(0)
  await validate(page)
  await publish(page)
  await expect.poll(async () => (await detailsOf(api, id)).liveVersion, { timeout: 30_000 }).toBe(3)
  expect((await detailsOf(api, id)).config.dataMapping[0]?.targetPath).toBe('mine')
})

test('what was typed outlives a reload and a sign-out, and a secret is kept nowhere', onlyInFull, async ({ page, request }) => {
  test.slow()
  const api = await Api.open(request)
  const id = await fewOrders(api, 'Typed and left')
  const { config } = await detailsOf(api, id)
  const auth = { type: 'bearer', token: 'canary-typed-8c1f9e' } as const
  await signIn(page, studio(id))
  await button(page, 'Edit Configuration').click()
  await write(page, textOf({ ...config, name: 'Half done', destination: { ...config.destination, auth } }))
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain('canary')
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).toContain('Half done')

  await page.reload()
  await expectInside(page)
  await expect(page.getByText('1 secret is not saved in the browser. Enter it again.')).toBeVisible()
  await expect(editor(page)).toContainText('Half done')
  await expect(editor(page)).not.toContainText('canary')

  await signOut(page)
  await fillIn(page, 'admin@demo.test', demoPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expectInside(page)
  await page.goto(studio(id))
  await expect(editor(page)).toContainText('Half done')
  await button(page, 'Cancel').click()
  await expect(editor(page)).toContainText('Typed and left')
  await page.reload()
  await expect(editor(page)).toHaveAttribute('aria-readonly', 'true')
})
