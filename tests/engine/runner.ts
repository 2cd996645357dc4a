/** A process of its own with database and engine, to be killed. Settings come as JSON in the first argument; `over` is printed when no run is open. */
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'

import { createEngine } from '../../server/engine/engine.ts'
import type { EngineLimits } from '../../server/engine/limits.ts'
import { createOutbound } from '../../server/outbound/outbound.ts'
import { openDatabase } from '../../server/store/database.ts'
import { createVault } from '../../server/vault.ts'

export type RunnerSettings = {
  readonly place: { readonly url: string | null; readonly dataDir: string }
  readonly limits: Partial<EngineLimits>
  readonly crash: string | null
}

const { place, limits, crash } = JSON.parse(process.argv[2] ?? '') as RunnerSettings
const database = await openDatabase(place)
const outbound = createOutbound({ egressAllow: ['127.0.0.0/8'] })
const log = pino({ level: 'warn' }, pino.destination({ fd: 2, sync: true }))
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
  const open = await database.db.selectFrom('runs').select('id').where('status', 'in', ['queued', 'running']).execute()
  if (open.length === 0) process.stdout.write('over\n')
  await sleep(50)
}
