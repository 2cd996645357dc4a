/** Where a version begins to read that reads something else than the one before it, as its author chose. */
import type { Kysely } from 'kysely'
import { v7 as newId } from 'uuid'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { type FieldProblem, ProblemError, problem } from '#contract/kit/problem.ts'
import type { StoredReading } from '../../platform/database/tables/stored-values.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { chooseCursor, findCursor, type Resume } from '../../records/connectors/cursors.repository.ts'
import type { OpenDeployment } from '../../records/connectors/deployments.repository.ts'
import { readsOf } from '../plan/cursors.ts'
import type { Probing } from '../preview/probing/probing.ts'

export type StartAt = Probing['startAt']

/** Where the value lies in what is read; null where no value was chosen. @throws `connector/deploy-failed` when it is none. */
export async function placeOf(it: OpenDeployment, startAt: StartAt): Promise<Resume | null> {
  if (it.reading?.from !== 'value') return null
  const prober = { companyId: it.companyId, userId: it.authorId, connectorId: it.connectorId }
  const { result, problem: why } = await startAt((it.config as ConnectorConfig).source, it.reading.value, prober)
  if (why === null) return (result.place ?? null) as Resume | null
  const errors: FieldProblem[] = [{ path: '/source', message: why.message }]
  throw new ProblemError(
    problem('connector/deploy-failed', { message: `Reading can't start at ${it.reading.value}. ${why.message}`, errors }),
  )
}

/** Sets the cursor of what the version reads. Call it in the commit that makes it live. */
export async function beginReading(tx: Kysely<Tables>, it: OpenDeployment, place: Resume | null): Promise<void> {
  const { reading } = it
  if (reading === null) return
  const whose = { companyId: it.companyId, connectorId: it.connectorId }
  const resume = reading.from === 'kept' ? ((await findCursor(tx, whose, reading.was))?.resume ?? null) : place
  await chooseCursor(tx, { ...whose, id: newId(), reads: readsOf(it.config as ConnectorConfig), resume, chosenBy: it.authorId })
}

/** For the message of the deployment. */
export function beginsAt(reading: StoredReading | null): string {
  if (reading === null) return ''
  if (reading.from === 'value') return ` Reading starts at ${reading.value}.`
  return reading.from === 'kept' ? ' Reading continues where the previous version stopped.' : ' Reading starts at the beginning.'
}
