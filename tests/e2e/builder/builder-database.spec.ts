/** A table that is read in parts and changed by an own statement, built through the screens. */
import pg from 'pg'
import { expect, type Page } from 'playwright/test'

import { asSuperuser, dropDatabase, ordinaryRole, withDatabase } from '../../kit/ordinary-role.ts'
import { signIn, test } from '../kit/console.ts'
import { demoPassword, launch } from '../kit/product.ts'

const server = process.env['PREPARED_POSTGRES'] ?? ''

/** Where the tables are and who may use them, on the form of either side. */
async function fillDatabase(page: Page, name: string): Promise<void> {
  const { hostname, port } = new URL(server)
  await page.getByLabel('Kind of system').selectOption('Database')
  await page.getByLabel('Host').fill(hostname)
  await page.getByLabel('Port').fill(port)
  await page.getByLabel('Database name').fill(name)
  await page.getByLabel('Encryption').selectOption('Not encrypted')
  await page.getByLabel('User name').fill(ordinaryRole.name)
  await page.getByLabel('Password', { exact: true }).fill(ordinaryRole.password)
}

test('a table is read in parts, and an own statement changes a row for each record', async ({ page }) => {
  // biome-ignore lint/suspicious/noSkippedTests: there are machines without PostgreSQL
  test.skip(server === '', 'There is no PostgreSQL.')
  const name = `story_${crypto.randomUUID().replaceAll('-', '')}`
  await asSuperuser(server, `create database ${name} owner ${ordinaryRole.name}`)
  const client = new pg.Client({ connectionString: withDatabase(server, name) })
  await client.connect()
  await client.query(`create table orders (id int primary key, qty int); insert into orders select n, n % 3 from generate_series(1, 40) n;
    create table stock (id int primary key, sold int); insert into stock select n, 0 from generate_series(1, 40) n;
    grant all on orders, stock to ${ordinaryRole.name}; grant all on schema public to ${ordinaryRole.name}`)
  const { address, stop } = await launch('e2e-database', { DEMO_PASSWORD: demoPassword, EGRESS_ALLOW: '127.0.0.1/32' })
  try {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await signIn(page, `${address}/start-integration/integration-profile`)
    await page.getByLabel('Name', { exact: true }).fill('Stock of orders')
    await page.getByRole('button', { name: 'Create and continue' }).click()
    await fillDatabase(page, name)
    await page.getByLabel('Table', { exact: true }).fill('orders')
    await page.getByRole('button', { name: 'Send test request' }).click()
    await expect(page.getByText(/40 records found\.|records found\./).first()).toBeVisible()
    await page.getByText('Advanced', { exact: true }).click()
    await page.getByLabel('Parts').selectOption('2: read at the same time')
    await page.getByRole('link', { name: 'Next: Destination' }).click()

    await fillDatabase(page, name)
    await page.getByLabel('What to do').selectOption('Own statement')
    const box = page.getByLabel('Statement', { exact: true })
    await box.fill('update stock set sold = sold + :qty where id = ')
    await box.pressSequentially(':i')
    await page.getByRole('option', { name: /^id/ }).click()
    await expect(box).toHaveValue('update stock set sold = sold + :qty where id = :id')
    const preview = page.getByRole('region', { name: 'Request preview' })
    await expect(preview.getByRole('region', { name: 'Request', exact: true })).toContainText(':id = 1')
    await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()

    await page.getByRole('link', { name: 'Review', exact: false }).first().click()
    await page.getByRole('button', { name: 'Deploy', exact: true }).click()
    await expect(page.getByText("Live. Start a run whenever you're ready.")).toBeVisible({ timeout: 30_000 })
    await page.getByRole('button', { name: 'Run now' }).click()
    await page.getByRole('link', { name: 'Open the connector' }).click()
    await expect(page.getByRole('region', { name: 'Recent runs' })).toContainText('Succeeded', { timeout: 45_000 })
    const { rows } = await client.query('select sum(sold)::int as sold from stock')
    expect(rows).toEqual([{ sold: 40 }])
  } finally {
    await client.end()
    await stop()
    await dropDatabase(server, name)
  }
})
