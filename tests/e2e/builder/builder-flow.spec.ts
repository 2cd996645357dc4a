/** Whatever ends a page or a server while somebody builds, nothing that was typed is lost: at every step. */
import { rmSync } from 'node:fs'
import { expect, type Page } from 'playwright/test'
import { onlyInFull } from '../../kit/form.ts'
import { freePort } from '../../kit/free-port.ts'
import { expectAccessible, expectInside, fillIn, signOut, test } from '../kit/console.ts'
import { demoPassword, launch, newFolder } from '../kit/product.ts'

const titles = ['Profile', 'Source', 'Destination', 'Enrichment', 'Mapping', 'Review'] as const
const person = 'admin@demo.test'

type Product = Awaited<ReturnType<typeof launch>>
let product: Product
let dataDir: string
let environment: Record<string, string>

test.beforeAll(async () => {
  dataDir = newFolder()
  environment = { DEMO_PASSWORD: demoPassword, PORT: String(await freePort()), DATA_DIR: dataDir }
  product = await launch('e2e-builder', environment)
})

test.afterAll(async () => {
  await product.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('a name makes a connector, and its profile is behind the first step', onlyInFull, async ({ page }) => {
  await begin(page)
  await expect(page.getByRole('heading', { name: 'New integration', level: 1 })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Name').fill('Returns')
  await page.getByLabel('Description').fill('From the shop')
  await page.reload()
  await expect(page.getByLabel('Name'), 'what was typed before it was made').toHaveValue('Returns')
  await expect(page.getByLabel('Description')).toHaveValue('From the shop')
  await page.getByRole('button', { name: 'Create and continue' }).click()
  await expect(page).toHaveURL(/\/start-integration\/[\da-f-]{36}\/source-configuration$/)
  await expect(page.getByText('Enter the URL of the source.')).toBeVisible()
  await expect(page).toHaveTitle('Returns: Source · Datacrane')
  await page.getByRole('link', { name: 'Next: Destination' }).click()
  const heading = page.getByRole('heading', { name: 'Destination', level: 1 })
  await expect(heading).toBeFocused()
  await expect(heading).toBeInViewport()
  await expect(page.getByText('Enter the URL of the destination.'), 'the page begins at its top').toBeInViewport()
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL(/\/start-integration\/[\da-f-]{36}$/)
  await expect(page.getByLabel('Name')).toHaveValue('Returns')
  await page.goBack()
  await expect(page, 'Back never makes another one').not.toHaveURL(/integration-profile/)
})

for (const [at, title] of titles.entries()) {
  test(
    `a reload, a sign-out and a restart lose nothing at the step "${title}"`,
    title === 'Mapping' ? {} : onlyInFull,
    async ({ page }) => {
      test.setTimeout(240_000)
      const id = await make(page, `Orders ${at}`)
      await open(page, 'Profile')

      await type(page, `${title}: reload`)
      await open(page, title)
      await page.reload()
      await expectTyped(page, `${title}: reload`)

      await type(page, `${title}: sign-out`)
      await open(page, title)
      await signOut(page)
      await fillIn(page, person, demoPassword)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expectInside(page)
      await page.goto(`${product.address}/start-integration/${id}`)
      await expectTyped(page, `${title}: sign-out`)

      await product.stop()
      await type(page, `${title}: restart`)
      await open(page, title)
      await expect(page.getByText('Not saved. Trying again automatically.')).toBeVisible()
      product = await launch('e2e-builder', environment)
      await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible({ timeout: 30_000 })
      await expectTyped(page, `${title}: restart`)
      await page.evaluate(() => sessionStorage.clear())
      await page.reload()
      await expectTyped(page, `${title}: restart`)
    },
  )
}

test('whoever leaves the builder at once has saved, and another tab sees it', onlyInFull, async ({ page, context }) => {
  const id = await make(page, 'Leaving')
  await open(page, 'Profile')
  await type(page, 'typed and left')
  await page.getByRole('link', { name: 'Dashboard', exact: true }).first().click()
  await expect(page).toHaveURL(/\/dashboard$/)
  const other = await context.newPage()
  await expect(async () => {
    await other.goto(`${product.address}/edit-integration/integration-profile/${id}`)
    await expect(other.getByLabel('Description')).toHaveValue('typed and left', { timeout: 2_000 })
  }).toPass()
})

test('two tabs: both versions stand side by side, and the chosen one goes on', onlyInFull, async ({ page, context }) => {
  const id = await make(page, 'Two tabs')
  await open(page, 'Profile')
  const other = await context.newPage()
  await other.goto(`${product.address}/start-integration/${id}`)
  await type(other, 'of the other tab')
  await expect(other.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible()

  await type(page, 'of this tab')
  const dialog = page.getByRole('dialog', { name: 'This connector was saved elsewhere' })
  await expect(dialog.getByRole('row', { name: 'details of this tab of the other tab' })).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(dialog, 'a reload decides nothing').toBeVisible()
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByLabel('Description')).toHaveValue('of this tab')
  await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible()

  await type(other, 'later')
  await other.getByRole('dialog').getByRole('button', { name: 'Take theirs' }).click()
  await expect(other.getByLabel('Description')).toHaveValue('of this tab')
})

async function begin(page: Page): Promise<void> {
  await page.goto(`${product.address}/start-integration/integration-profile`)
  await fillIn(page, person, demoPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expectInside(page)
}

/** Makes a connector and stands at its source. Resolves with its id. */
async function make(page: Page, name: string): Promise<string> {
  await begin(page)
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Create and continue' }).click()
  await expect(page).toHaveURL(/source-configuration$/)
  return /[\da-f-]{36}/.exec(page.url())?.[0] ?? ''
}

/** By the bar of the steps, as a person goes. */
async function open(page: Page, title: (typeof titles)[number]): Promise<void> {
  await page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { name: title, level: 1, exact: true })).toBeVisible()
}

const type = (page: Page, text: string) => page.getByLabel('Description').fill(text)

async function expectTyped(page: Page, text: string): Promise<void> {
  await open(page, 'Profile')
  await expect(page.getByLabel('Description')).toHaveValue(text)
}
