/** Makes the files that people requested, and deletes people after their grace period. */
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Kysely } from 'kysely'
import { inOneCommit } from '../../../platform/database/commit.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import { beginAttempt } from '../../../platform/jobs/job-rows.repository.ts'
import { instantIn } from '../../../platform/time/zoned.ts'
import { holdCompany } from '../../auth/companies.repository.ts'
import { notifyOwner } from '../../auth/owner-notices.ts'
import { isLastBreakGlass } from '../../auth/sso/required.repository.ts'
import { addAuditEvent } from '../../kit/audit-events.repository.ts'
import { findZone } from '../../kit/formats.repository.ts'
import { findMember } from '../team.repository.ts'
import { handOver } from '../team-belongings.repository.ts'
import { anonymize, findAdministrator, isLastAdministrator } from './anonymized.repository.ts'
import {
  dataFileRows,
  type FileAttempt,
  giveDataFileUp,
  keepDataFile,
  lockDueDeletion,
  moveDeletion,
} from './own-data.repository.ts'
import { readOwnData } from './own-data-content.repository.ts'
import { type DeletionRefusal, deletionRefused, fileReady } from './own-data-mails.ts'

type Deps = { readonly db: Kysely<Tables>; readonly publicUrl: string }

const zipped = promisify(gzip)
/** Attempts to make one file. */
export const fileTriesMax = 3

const isInstant = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)

/** By the clock of the person who reads it. */
const asText = (data: unknown, zone: string) =>
  JSON.stringify(data, (_, value: unknown) => (isInstant(value) ? instantIn(zone, value) : value), 2)

async function makeFile({ db, publicUrl }: Deps, file: FileAttempt): Promise<void> {
  const data = await readOwnData(db, file)
  if (data === null) return giveDataFileUp(db, file)
  const text = asText(data, await findZone(db, file))
  const content = await zipped(text)
  await inOneCommit(db, async (tx) => {
    if (await keepDataFile(tx, { ...file, content, bytes: Buffer.byteLength(text) }))
      await notifyOwner(tx, file, fileReady(publicUrl))
  })
}

/** The job of one file. @throws what fails it; it is tried again */
export async function doDataFile(deps: Deps, id: string): Promise<void> {
  const row = await beginAttempt(deps.db, dataFileRows, id)
  if (row === null) return
  const file = { id, companyId: row.company_id, userId: row.user_id, attempt: row.attempts }
  if (file.attempt > fileTriesMax) return giveDataFileUp(deps.db, file)
  await makeFile(deps, file)
}

/** It may have become so since the person asked. */
async function refusalOf(tx: Kysely<Tables>, due: { companyId: string; userId: string }): Promise<DeletionRefusal | null> {
  if (await isLastAdministrator(tx, due)) return 'last administrator'
  return (await isLastBreakGlass(tx, due)) ? 'last emergency administrator' : null
}

/** One person in one commit. False where nobody is due. */
async function deleteOne({ db, publicUrl }: Deps): Promise<boolean> {
  return inOneCommit(db, async (tx) => {
    const due = await lockDueDeletion(tx)
    if (due === null) return false
    const { companyId, userId } = due
    await holdCompany(tx, companyId)
    const event = {
      companyId,
      actor: { kind: 'system', id: null },
      address: null,
      target: { type: 'member', id: userId },
    } as const
    const reason = await refusalOf(tx, due)
    if (reason !== null) {
      await moveDeletion(tx, due, 'job.refused')
      await notifyOwner(tx, due, deletionRefused(publicUrl, reason))
      await addAuditEvent(tx, { ...event, action: 'deletion.refused', before: null, after: { reason } })
      return true
    }
    const chosen = due.heir === null ? null : await findMember(tx, { companyId, memberId: due.heir })
    const heir = chosen?.status === 'active' ? chosen.id : await findAdministrator(tx, due)
    const connectors = heir === null ? [] : await handOver(tx, { companyId, memberId: userId }, heir)
    await moveDeletion(tx, due, 'clock.due')
    await anonymize(tx, due)
    await addAuditEvent(tx, { ...event, action: 'deletion.done', before: null, after: { heir, connectors } })
    return true
  })
}

export async function deleteDuePeople(deps: Deps): Promise<void> {
  while (await deleteOne(deps));
}
