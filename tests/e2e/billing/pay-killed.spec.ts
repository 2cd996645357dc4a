/** A product that is killed while an invoice is being paid: it comes back, and the card was charged once. */
import { rmSync } from 'node:fs'
import { sql } from 'kysely'
import { expect } from 'playwright/test'

import { openDatabase } from '#server/platform/database/database.ts'
import { onlyInFull } from '../../kit/form.ts'
import { freePort } from '../../kit/free-port.ts'
import { signIn, test } from '../kit/console.ts'
import { demoPassword, launch, newFolder } from '../kit/product.ts'

const folder = newFolder()
let stop = () => Promise.resolve()
test.afterAll(async () => {
  await stop()
  rmSync(folder, { recursive: true, force: true })
})

type Made = { readonly charges: number; readonly succeeded: number; readonly pending: number; readonly status: string }

/** What provider and ledger of payments have for the newest invoice; no product has the folder. A payment that was begun may be asked again at once. */
async function lookInto(): Promise<Made> {
  const database = await openDatabase({ url: null, dataDir: folder, fault: () => {} })
  try {
    await sql`update payments set lease_until = now() where status = 'pending' and lease_until > now()`.execute(database.db)
    const { rows } = await sql<Made>`
      select i.status, count(c.key)::int as charges, count(*) filter (where p.status = 'succeeded')::int as succeeded,
        count(*) filter (where p.status = 'pending')::int as pending
      from invoices i left join payments p on p.invoice_id = i.id left join sandbox_charges c on c.key = p.id
      where i.number is not null group by i.id order by i.number desc limit 1`.execute(database.db)
    const [made] = rows
    if (made === undefined) throw new Error('there is no invoice')
    return made
  } finally {
    await database.close()
  }
}

test('an invoice is paid once where the product is killed in the middle', onlyInFull, async ({ page }) => {
  const environment = {
    DATA_DIR: folder,
    PORT: String(await freePort()),
    DEMO_PASSWORD: demoPassword,
    DEMO_CONNECTORS: 'true',
  }
  const product = await launch('e2e-pay-killed', { ...environment, CRASH_AT: 'after-charge' })
  stop = product.kill
  await signIn(page, `${product.address}/account?tab=invoices`, 'admin@demo.test')
  const banner = page.getByRole('note').filter({ hasText: 'failed.' })
  await expect(banner).toContainText('Insufficient funds', { timeout: 30_000 })
  await banner.getByRole('button', { name: 'Pay Invoice' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Card').selectOption({ label: 'Visa ••4242' })
  await dialog.getByRole('button', { name: 'Pay Invoice' }).click()
  await product.ended
  stop = () => Promise.resolve()
  // The card is charged, and nobody has written that down.
  expect(await lookInto()).toEqual({ status: 'open', charges: 1, succeeded: 0, pending: 1 })

  const again = await launch('e2e-pay-killed-again', environment)
  stop = again.kill
  await page.reload()
  const paid = page.getByRole('row').filter({ hasText: 'INV-' }).first().getByText('Paid', { exact: true })
  await expect(paid).toBeVisible({ timeout: 30_000 })
  await expect(banner).toHaveCount(0)
  await again.kill()
  stop = () => Promise.resolve()
  expect(await lookInto()).toEqual({ status: 'paid', charges: 1, succeeded: 1, pending: 0 })
})
