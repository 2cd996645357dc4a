/** The cursor of a connector: looked at, and set back. */
import type { Kysely } from 'kysely'

import type { ConnectorConfig } from '../../contract/config.ts'
import type { Cursor } from '../../contract/cursor.ts'
import { refusal } from '../../contract/problem.ts'
import type { Caller } from '../access.ts'
import { cursorText, readsOf, whatIsRead } from '../engine/cursors.ts'
import { inOneCommit } from '../store/commit.ts'
import { type ConnectorRecord, findConnector, lockConnector } from '../store/connectors.ts'
import { chooseCursor, findCursor, nameReads } from '../store/cursors.ts'
import { addHistory } from '../store/history.ts'
import { openRunVersion } from '../store/runs.ts'
import type { Tables } from '../store/tables.ts'
import { leaveUnsent, unsentOf } from '../store/unsent.ts'
import { readVersion } from '../store/versions.ts'
import { sightOf } from './sight.ts'

type Db = Kysely<Tables>
export type CursorDesk = ReturnType<typeof createCursorDesk>

async function liveConfig(db: Db, { companyId, connector }: ConnectorRecord): Promise<ConnectorConfig | null> {
  const { _id, liveVersion } = connector
  return liveVersion === null ? null : readVersion(db, companyId, _id, liveVersion)
}

function previewOf(unsent: number): string {
  const left =
    unsent === 0
      ? ''
      : ` ${unsent === 1 ? 'The record that was' : `The ${unsent} records that were`} not sent ${unsent === 1 ? 'is' : 'are'} not sent first any more: what is still at the source is read again, and the rest can be replayed.`
  return `The next run reads everything again and sends it under new keys. How many records that is, is unknown until they are read.${left}`
}

async function look(db: Db, record: ConnectorRecord): Promise<Cursor> {
  const { companyId, connector } = record
  const whose = { companyId, connectorId: connector._id }
  const config = await liveConfig(db, record)
  const unsent = await unsentOf(db, whose)
  if (config) await nameReads(db, whose, readsOf)
  const reads = config && readsOf(config) !== '' ? readsOf(config) : null
  const cursor = reads === null ? null : await findCursor(db, whose, reads)
  return {
    reads: config && whatIsRead(config),
    isSet: cursor?.resume != null,
    value: config && cursor?.resume ? cursorText(config, cursor.resume) : null,
    setAt: cursor?.setAt.toISOString() ?? null,
    runId: cursor?.runId ?? null,
    chosenBy: cursor?.chosenBy ?? null,
    unsent,
    resetPreview: previewOf(unsent),
    revision: `${reads ?? ''}/${cursor?.runId ?? ''}/${cursor?.setAt.getTime() ?? ''}`,
  }
}

export function createCursorDesk({ db }: { readonly db: Db }) {
  return {
    async get(caller: Caller, connectorId: string): Promise<Cursor> {
      const record = await findConnector(db, sightOf(caller), connectorId)
      if (!record) throw refusal('connector/not-found')
      return look(db, record)
    },

    /**
     * @param id of the request; the same one again changes nothing more.
     * @throws `cursor/none`, `cursor/run-open`, `cursor/changed`; nothing is changed then.
     */
    reset(caller: Caller, connectorId: string, id: string, { revision }: { readonly revision: string }): Promise<Cursor> {
      return inOneCommit(db, async (tx) => {
        const record = await lockConnector(tx, sightOf(caller), connectorId)
        if (!record) throw refusal('connector/not-found')
        const { companyId, connector } = record
        const whose = { companyId, connectorId: connector._id }
        const config = await liveConfig(tx, record)
        const reads = config ? readsOf(config) : ''
        if (reads === '') throw refusal('cursor/none')
        if ((await openRunVersion(tx, whose)) !== null) throw refusal('cursor/run-open')
        const seen = await look(tx, record)
        if (seen.revision !== revision) throw refusal('cursor/changed')
        await chooseCursor(tx, { ...whose, id, reads, resume: null, chosenBy: caller.userId })
        await leaveUnsent(tx, whose)
        const { status } = connector
        const stood = seen.value === null ? '' : ` It stood at ${seen.value}.`
        const detail = `The cursor was set back to the beginning.${stood}`
        await addHistory(tx, { ...whose, actorId: caller.userId, what: 'cursor set', from: status, to: status, detail })
        return look(tx, record)
      })
    },
  }
}
