/** A process of its own with database and engine, to be killed. Settings come as JSON in the first argument; `over` is printed when no run is open. */
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'

import { createEngine } from '#server/engine/engine.ts'
import { rollUp } from '#server/engine/ledger/roll-up.repository.ts'
import type { EngineLimits } from '#server/engine/limits.ts'
import type { OutboundLimits } from '#server/outbound/limits.ts'
import { createOutbound } from '#server/outbound/outbound.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { createVault } from '#server/platform/security/vault.ts'

export type RunnerSettings = {
  readonly place: { readonly url: string | null; readonly dataDir: string }
  readonly limits: Partial<EngineLimits>
  readonly crash?: string | null
  /** Stands in the header `x-sender` of every request, so that the destination's journal knows who sent it. */
  readonly sender?: string
  readonly outbound?: Partial<OutboundLimits>
  /** A text that ends the process at once when it is mapped to capital letters, as if making its record were the fault. */
  readonly deadly?: string | null
}

const settings = JSON.parse(process.argv[2] ?? '') as RunnerSettings
const { place, limits, crash = null, sender = '', outbound: changed = {}, deadly = null } = settings
const { toUpperCase } = String.prototype
if (deadly !== null)
  String.prototype.toUpperCase = function () {
    if (String(this) === deadly) process.kill(process.pid, 'SIGKILL')
    return toUpperCase.call(this)
  }
const log = pino({ level: 'warn' }, pino.destination({ fd: 2, sync: true }))
const database = await openDatabase({ ...place, fault: (error) => log.warn({ err: error }, 'a connection was lost') })
const plain = createOutbound({ egressAllow: ['127.0.0.0/8'], limits: changed })
const outbound: typeof plain = {
  ...plain,
  request: (it) => plain.request({ ...it, headers: { ...it.headers, 'x-sender': sender } }),
}
const engine = createEngine({ database, outbound, vault: createVault('a master key for tests only'), log, limits, crash })
engine.start()
let stopping = false

process.on('SIGTERM', async () => {
  stopping = true
  await engine.stop()
  await outbound.close()
  await database.close()
  process.exit(0)
})
process.stdout.write('ready\n')

while (!stopping) {
  // As a process of the product does it, only more often, so that what happens to it happens to this as well.
  await rollUp(database.db).catch(() => null)
  const open = await database.db
    .selectFrom('runs')
    .select('id')
    .where('status', 'in', ['queued', 'running'])
    .execute()
    .catch(() => null)
  if (open?.length === 0) process.stdout.write('over\n')
  await sleep(50)
}
