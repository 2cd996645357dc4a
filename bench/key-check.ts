/**
 * What the check of an API key adds to a call: who it stands for (remembered for 3 s), and its calls counted in the database, once for the key and
 * once for all keys of its company. One check after another, and by 10 clients at once. On PostgreSQL.
 *
 *   npm run bench:keys -- [checks = 5000]
 *
 * The bar: 0.5 ms at the 95th percentile, one after another, on a quiet machine. On a busy one the ratio to an empty statement says more.
 */
import { createHash, randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { apiKeyStart } from '#contract/settings/api-key-limits.ts'
import { createAccess } from '#server/platform/security/access.ts'
import { keyForm } from '#tests/server/contract/matrix-api-keys.ts'
import { bar, percentile } from './bars.ts'
import { benchCompanies } from './bench-companies.ts'

const { positionals } = parseArgs({ allowPositionals: true })
const checks = Number(positionals[0] ?? '5000')
const clients = 10
const warmUp = 500
const most = 1_000_000

const { db, callers, close } = await benchCompanies(1)
const [owner] = callers
if (!owner) throw new Error('no company')
const key = `${apiKeyStart}${randomBytes(32).toString('hex')}`
await db
  .insertInto('api_keys')
  .values({
    ...{
      id: uuid(),
      company_id: owner.companyId,
      owner_id: owner.userId,
      name: 'Bench',
      description: '',
      prefix: key.slice(0, 12),
    },
    ...{ hash: createHash('sha256').update(key).digest(), enabled: true, scopes: keyForm.permissions },
    rates: JSON.stringify({ enabled: true, requestsPerMinute: most, requestsPerHour: most, requestsPerDay: most }),
    addresses: JSON.stringify(keyForm.ipRestrictions),
  })
  .execute()
const rateLimiting = { enabled: true, requestsPerMinute: most, requestsPerHour: most }
await db
  .insertInto('company_settings')
  .values({
    ...{ company_id: owner.companyId, section: 'networkConnectivity', updated_by: owner.userId },
    value: JSON.stringify({ apiGateway: { enabled: true, rateLimiting } }),
  })
  .execute()

const access = createAccess({ db, tokens: {} as never })
async function check(): Promise<number> {
  const begun = performance.now()
  const caller = await access.identify(`Bearer ${key}`)
  if (caller.kind !== 'key') throw new Error('no key')
  const left = await access.admitKey(caller, '127.0.0.1')
  if (left === null) throw new Error('nothing was counted')
  return performance.now() - begun
}

for (let call = 0; call < warmUp; call += 1) await check()
async function empty(): Promise<number> {
  const begun = performance.now()
  await sql`select 1`.execute(db)
  return performance.now() - begun
}
const [alone, bare]: [number[], number[]] = [[], []]
for (let call = 0; call < checks; call += 1) {
  alone.push(await check())
  bare.push(await empty())
}
const together: number[] = []
await Promise.all(
  Array.from({ length: clients }, async () => {
    for (let call = 0; call < checks / clients; call += 1) together.push(await check())
  }),
)
const shown = (times: readonly number[]) =>
  `p50 ${percentile(times, 50).toFixed(3)} ms, p95 ${percentile(times, 95).toFixed(3)} ms`
const ratio = percentile(alone, 50) / percentile(bare, 50)
console.log(`an empty statement in turns: ${shown(bare)}; a check takes ${ratio.toFixed(2)} times as long at the median`)
console.log(`${checks} checks one after another: ${shown(alone)}; by ${clients} clients at once: ${shown(together)}`)
bar('95th percentile of a check', percentile(alone, 95), 0.5)
await close()
