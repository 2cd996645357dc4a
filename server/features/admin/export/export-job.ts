/** Makes the files with everything of a company. In every process; a file is made by one at a time, and one that is cut off is begun again. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'

import { companyExportEnd } from '#contract/admin/customer-limits.ts'
import { inOneCommit } from '../../../platform/database/commit.ts'
import { workFor } from '../../../platform/database/company-work.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import { makeLeased } from '../../../platform/jobs/leased-files.ts'
import { repeatedly } from '../../../platform/jobs/repeatedly.ts'
import { linesOfCompany } from './company-lines.repository.ts'
import {
  addPart,
  endExport,
  expireExports,
  giveExportUp,
  keepExport,
  type LeasedExport,
  leaseExport,
  removeParts,
} from './exports.repository.ts'

type Deps = {
  readonly db: Kysely<Tables>
  readonly log: Pick<Logger, 'warn'>
  /** Milliseconds that a file belongs to one attempt; it is renewed while it is written. */
  readonly lease?: number
}

/** Milliseconds. */
const pause = 3_000
const usualLease = 120_000
/** Bytes of a part, compressed. */
const partBytes = 1_000_000

class Over extends Error {}

async function makeExport({ db, log, lease = usualLease }: Deps, it: LeasedExport, isOver: () => boolean): Promise<void> {
  await removeParts(db, it.id)
  let lines = 0
  let isOurs = true
  const rest = repeatedly(
    lease / 3,
    async () => {
      isOurs = await keepExport(db, it, lease)
    },
    (thrown) => log.warn({ err: thrown, exportId: it.id }, 'an export lease could not be renewed, will retry'),
  )
  // A file without its last line was cut off.
  async function* texts() {
    for await (const line of linesOfCompany(db, it.companyId)) {
      if (isOver() || !isOurs) throw new Over()
      lines += 1
      yield `${JSON.stringify(line)}\n`
    }
    yield `${JSON.stringify({ kind: companyExportEnd, lines })}\n`
  }
  let [part, bytes] = [0, 0]
  let waiting: Buffer[] = []
  let size = 0
  const write = async () => {
    const content = Buffer.concat(waiting)
    if (!(await inOneCommit(db, (tx) => addPart(tx, it, { part, content, lines, lease })))) throw new Over()
    part += 1
    bytes += size
    waiting = []
    size = 0
  }
  const made = pipeline(Readable.from(texts()), createGzip(), async (zipped: AsyncIterable<Buffer>) => {
    for await (const chunk of zipped) {
      waiting.push(chunk)
      size += chunk.length
      if (size >= partBytes) await write()
    }
  })
  await made.finally(rest)
  if (size > 0) await write()
  await endExport(db, it, lines, bytes)
}

/** One after another, until none is due. What fails is tried again when its lease is over. */
export async function makeDueExports(deps: Deps, isOver: () => boolean = () => false): Promise<void> {
  await expireExports(deps.db)
  await makeLeased(
    {
      lease: () => leaseExport(deps.db, deps.lease ?? usualLease),
      make: (it) => workFor(it.companyId, () => makeExport(deps, it, isOver)),
      giveUp: (it) => giveExportUp(deps.db, it),
      fault: (thrown, { id: exportId }) => {
        if (!(thrown instanceof Over))
          deps.log.warn({ err: thrown, exportId }, 'a company export could not be created, will retry')
      },
    },
    isOver,
  )
}

/** @returns what ends it, in the middle of a file, which another process begins again. */
export function startExportJob(deps: Deps): () => Promise<void> {
  let isOver = false
  const rest = repeatedly(
    pause,
    () => makeDueExports(deps, () => isOver),
    (thrown) => deps.log.warn({ err: thrown }, 'company exports could not be created, will retry'),
  )
  return () => {
    isOver = true
    return rest()
  }
}
