/** What a configuration reads, and where its next run begins. */
import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { findCursor, nameReads } from '../../records/connectors/cursors.repository.ts'
import type { ClaimedRun } from '../../records/runs/run-leases.repository.ts'
import { fixedValue, isCursorKnown, lacksValue } from '../kinds/http/paging/incremental.ts'
import { kinds } from '../kinds/kinds.ts'
import type { Place, WhatIsRead } from '../kit/kind.ts'

/** What a configuration reads; null for events of a webhook, which are taken and never read again. */
export const whatIsRead = ({ source, trigger }: ConnectorConfig): WhatIsRead | null =>
  trigger.type === 'webhook' ? null : (kinds[source.type]?.reads(source) ?? null)

/** Names what is read, the same for the same; empty where nothing can have a cursor. */
export function readsOf(config: ConnectorConfig): string {
  const reads = whatIsRead(config)
  if (reads === null) return ''
  const { system, what, cursor } = reads
  return createHash('sha256')
    .update(JSON.stringify([system, what, cursor]))
    .digest('base64url')
}

/** Where a cursor stands, in plain form; null where it has none. */
export const cursorText = ({ source }: ConnectorConfig, resume: Place): string | null =>
  kinds[source.type]?.cursorText?.(resume, source) ?? null

/** Whether the next run goes on from a place. A field of HTTP records whose value nobody knows is none. */
export const isCursorSet = ({ source }: ConnectorConfig, resume: Place): boolean =>
  source.type !== 'http' || isCursorKnown(source, resume)

/** Whether records were given and none has a value at the field that is the cursor of an HTTP source. */
export const lacksCursor = ({ source }: Pick<ConnectorConfig, 'source'>, records: readonly unknown[]): boolean =>
  source.type === 'http' && lacksValue(source, records)

/** A value at the cursor of an HTTP source that cannot be moved back, so that its runs do not look back; null where there is none. */
export const fixedCursor = ({ source }: Pick<ConnectorConfig, 'source'>, records: readonly unknown[]): string | null =>
  source.type === 'http' ? fixedValue(source, records) : null

/** Whether reading can begin at a value. */
export const canStartAtValue = (config: ConnectorConfig): boolean =>
  (whatIsRead(config)?.cursor ?? null) !== null && kinds[config.source.type]?.startAt !== undefined

/** Where a run of a plan begins: where the cursor of what it reads stands; null at the beginning. */
export async function resumeOf(
  db: Kysely<Tables>,
  run: Pick<ClaimedRun, 'companyId' | 'connectorId' | 'id'>,
  { reads }: { readonly reads: string },
): Promise<Place | null> {
  if (reads === '') return null
  await nameReads(db, run, readsOf)
  return (await findCursor(db, run, reads, run.id))?.resume ?? null
}
