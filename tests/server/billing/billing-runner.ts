/** A process that closes months and makes payments, and is killed after so many statements. Settings come as JSON in the first argument. */
import type { KyselyPlugin } from 'kysely'

import { closeMonths } from '#server/features/billing/invoices/closing.ts'
import { chargePending } from '#server/features/billing/payments/charging.ts'
import { createSandboxProvider } from '#server/features/billing/payments/sandbox-provider.ts'
import { openDatabase } from '#server/platform/database/database.ts'

type Settings = { readonly url: string; readonly now: string; readonly statements: number }

const { url, now, statements } = JSON.parse(process.argv[2] ?? '') as Settings
let count = 0
const killer: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  async transformResult({ result }) {
    count += 1
    if (count === statements) process.kill(process.pid, 'SIGKILL')
    return result
  },
}
const database = await openDatabase({ url, dataDir: '', fault: () => {} })
const db = database.db.withPlugin(killer)
await closeMonths({ db, publicUrl: '' }, new Date(now), () => {})
await chargePending({ db, publicUrl: '', provider: createSandboxProvider(db) })
process.stdout.write(`${count}\n`)
await database.close()
