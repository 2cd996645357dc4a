/**
 * Whether a clock tells which emails have an account: sign-in, forgotten password and sign-up, asked for known and unknown addresses by turns,
 * in an order by chance, over HTTP on loopback. Each known address is asked once, as an attacker would with a list.
 *
 *   npm run bench:enumeration -- [pairs = 100] [embedded | postgres] [only this call]
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as uuid } from 'uuid'

import { buildApp } from '#server/app.ts'
import { addCompany } from '#server/features/auth/companies.repository.ts'
import { addUser } from '#server/features/auth/users.repository.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { createLog } from '#server/platform/logging/log.ts'
import { hashPassword } from '#server/platform/security/passwords.ts'
import { startCluster } from '#tests/kit/postgres-cluster.ts'

const pairs = Number(process.argv[2] ?? 100)
const kind = process.argv[3] ?? 'embedded'
const only = process.argv[4]
/** Of the means. */
const bar = 0.05

const dataDir = mkdtempSync(join(tmpdir(), 'datacrane-bench-'))
const cluster = kind === 'postgres' ? await startCluster([]) : null
const database = await openDatabase({ url: cluster?.url ?? null, dataDir })
await migrate(database.db)
const app = await buildApp({
  config: { ...readConfig({ SIGN_IN_LIMIT: '1000000', RATE_LIMIT: '1000000' }), consoleDir: '/nowhere' },
  database,
  engine: { wake() {}, async quiesce() {}, checkAddresses: async () => [], probe: {} as never, askForTokens: {} as never },
  masterKey: randomBytes(32).toString('base64'),
  log: createLog('silent'),
  version: '0.0.0',
})
await app.listen({ host: '127.0.0.1', port: 0 })
const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`

const companyId = uuid()
await addCompany(database.db, { id: companyId, name: 'Company', workspaceName: 'Company' })
const passwordHash = await hashPassword('Correct horse 9!')

type Ask = (email: string) => { readonly path: string; readonly body: object }
const calls: Readonly<Record<string, Ask>> = {
  'sign-in': (email) => ({ path: '/api/auth/sign-in', body: { email, password: 'wrong' } }),
  'forgotten password': (email) => ({ path: '/api/users/reset-password', body: { email } }),
  'confirmation again': (email) => ({ path: '/api/users/resend-confirmation', body: { email } }),
  'sign-up': (email) => {
    const company = { companyName: 'New', productTier: 'Basic', paymentMethodId: null }
    return {
      path: '/api/registration',
      body: { ...company, email, firstName: 'A', lastName: 'B', password: 'Another horse 10!' },
    }
  },
}

async function time({ path, body }: ReturnType<Ask>): Promise<{ milliseconds: number; answer: string }> {
  const begun = performance.now()
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await reply.text()
  return {
    milliseconds: performance.now() - begun,
    answer: `${reply.status} ${text.replaceAll(/[0-9a-f-]{36}|"email":"[^"]*"/g, '…')}`,
  }
}

const mean = (all: readonly number[]) => all.reduce((sum, each) => sum + each, 0) / all.length
const deviation = (all: readonly number[]) => Math.sqrt(mean(all.map((each) => (each - mean(all)) ** 2)))
const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0
const rounded = (value: number) => Math.round(value * 10) / 10

const percent = (value: number) => (value * 100).toFixed(2)

let isMissed = false
const lines: Record<string, object> = {}
for (const [name, ask] of Object.entries(calls)) {
  if (only !== undefined && only !== name) continue
  const times = { known: [] as number[], unknown: [] as number[] }
  const answers = new Set<string>()
  for (let at = -3; at < pairs; at += 1) {
    const emails = { known: `${uuid()}@known.test`, unknown: `${uuid()}@nowhere.test` }
    const names = { firstName: 'Some', lastName: 'Body' }
    await addUser(database.db, { ...names, id: uuid(), companyId, email: emails.known, role: 'USER', passwordHash })
    // In turn, so that neither is always the one that comes first.
    const order = at % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    for (const who of order) {
      const { milliseconds, answer } = await time(ask(emails[who]))
      answers.add(answer)
      // The first ones warm up.
      if (at >= 0) times[who].push(milliseconds)
    }
  }
  const [known, unknown] = [mean(times.known), mean(times.unknown)]
  const difference = Math.abs(known - unknown) / Math.max(known, unknown)
  const error = Math.hypot(deviation(times.known), deviation(times.unknown)) / Math.sqrt(pairs) / Math.max(known, unknown)
  const isMet = difference < bar && answers.size === 1
  isMissed ||= !isMet
  // On a busy machine chance alone makes such differences: what is within two standard errors is not met, and not proved wrong either.
  const isSure = difference > 2 * error
  lines[name] = {
    'known, mean ms': rounded(known),
    'unknown, mean ms': rounded(unknown),
    medians: `${rounded(median(times.known))} / ${rounded(median(times.unknown))}`,
    deviations: `${rounded(deviation(times.known))} / ${rounded(deviation(times.unknown))}`,
    'means differ': `${percent(difference)} ± ${percent(error)} %`,
    answers: answers.size,
    bar: isMet ? 'met' : isSure || answers.size > 1 ? 'MISS' : 'MISS, or noise',
  }
}
console.log(`${pairs} pairs on ${database.kind}; bar: means differ by less than ${bar * 100} %, one answer for all`)
console.table(lines)

await app.close()
await database.close()
await cluster?.stop()
rmSync(dataDir, { recursive: true, force: true })
process.exitCode = isMissed ? 1 : 0
