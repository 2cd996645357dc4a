/** Makes the files with everything of a company. One process makes a file at a time, and a file that was cut off is begun again. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Kysely } from 'kysely'

import { companyExportEnd } from '#contract/admin/customer-limits.ts'
import { workFor } from '#server/platform/database/fair-connections.ts'
import { inOneCommit } from '../../../platform/database/commit.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import type { JobContext } from '../../../platform/jobs/boss.ts'
import { beginAttempt } from '../../../platform/jobs/job-rows.repository.ts'
import { linesOfCompany } from './company-lines.repository.ts'
import { addPart, type ExportAttempt, endExport, exportRows, giveExportUp, removeParts } from './exports.repository.ts'

type Db = Kysely<Tables>

/** Bytes of a part, compressed. */
const partBytes = 1_000_000
/** Attempts to make one file. */
export const exportTriesMax = 3

async function makeExport(db: Db, it: ExportAttempt, signal: AbortSignal): Promise<void> {
  await removeParts(db, it.id)
  let lines = 0
  // A file without its last line was cut off.
  async function* texts() {
    for await (const line of linesOfCompany(db, it.companyId)) {
      if (signal.aborted) throw new Error('The export was interrupted.')
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
    if (!(await inOneCommit(db, (tx) => addPart(tx, it, { part, content, lines }))))
      throw new Error('Another attempt is already creating this export.')
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
  await made
  if (size > 0) await write()
  await endExport(db, it, lines, bytes)
}

/** The job of one export. @throws what fails it; it is tried again, here or in another process */
export async function doExport(db: Db, id: string, { signal }: Pick<JobContext, 'signal'>): Promise<void> {
  const row = await beginAttempt(db, exportRows, id)
  if (row === null) return
  const it = { id, companyId: row.company_id, attempt: row.attempts }
  if (it.attempt > exportTriesMax) return giveExportUp(db, it)
  await workFor(it.companyId, () => makeExport(db, it, signal))
}
