/** Whether the process can do its work: proved by a write, not by a question. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'

import { refusal } from '#contract/kit/problem.ts'
import type { Database } from '../../platform/database/database.ts'
import { proveWrite } from '../../platform/jobs/heartbeat.repository.ts'
import { writesAreRefused } from '../../records/runs/pending-writes.repository.ts'

type Deps = {
  readonly database: Database
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'info'>
  /** Of the embedded database, whose disk is ours. */
  readonly dataDir: string
}

/** Milliseconds that a proof holds, and that one may take. */
const proofHolds = 1_000
const proofLimit = 1_500
/** Bytes that must find room beside the embedded database: a small change of it may need no new room, and the next page of a run does. */
const room = 256 * 1024

const codeOf = (thrown: unknown) => (thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '')

export type Readiness = {
  /** @throws `server/unavailable`. */
  readonly prove: () => Promise<void>
}

export function createReadiness({ database, log, dataDir }: Deps): Readiness {
  let proof: { readonly at: number; readonly made: Promise<void> } | null = null
  let isReady = true

  function proveRoom() {
    if (database.kind !== 'embedded' || dataDir === '') return
    const file = join(dataDir, 'room-proof')
    try {
      writeFileSync(file, Buffer.alloc(room, 1), { mode: 0o600 })
    } catch (thrown) {
      if (/^(ENOSPC|EDQUOT|EROFS|EIO)$/.test(codeOf(thrown))) throw thrown
    } finally {
      rmSync(file, { force: true })
    }
  }

  async function within(asked: Promise<unknown>) {
    let late: NodeJS.Timeout | undefined
    const inTime = new Promise<never>((_, reject) => {
      late = setTimeout(() => reject(new Error(`the database takes longer than ${proofLimit} ms`)), proofLimit)
    })
    await Promise.race([asked, inTime]).finally(() => clearTimeout(late))
  }

  async function proveAll() {
    if (writesAreRefused()) throw new Error('the database refuses the writes of runs')
    proveRoom()
    await within(proveWrite(database.db))
  }

  async function tellChange(asked: Promise<unknown>) {
    try {
      await asked
      if (!isReady) log.info('the database accepts writes again, the process is ready')
      isReady = true
    } catch (thrown) {
      if (isReady) log.warn({ err: thrown }, 'the database accepts no writes, the process is not ready')
      isReady = false
      throw refusal('server/unavailable', { retryAfter: 2_000 })
    }
  }

  return {
    prove: () => {
      const now = performance.now()
      // While a proof holds, the database is only asked whether it is there.
      if (proof !== null && now - proof.at <= proofHolds)
        return proof.made.then(() => tellChange(within(sql`select 1`.execute(database.db))))
      proof = { at: now, made: tellChange(proveAll()) }
      return proof.made
    },
  }
}
