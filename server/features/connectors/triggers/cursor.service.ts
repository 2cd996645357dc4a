/** The cursor of a connector: looked at, and set back. */
import type { Kysely } from 'kysely'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { Cursor, CursorPreview, CursorStart } from '#contract/connectors/triggers/cursor.ts'
import { refusal } from '#contract/kit/problem.ts'
import type { Engine } from '#server/engine/engine.ts'
import { canStartAtValue, cursorText, isCursorSet, readsOf, whatIsRead } from '#server/engine/plan/cursors.ts'
import { inOneCommit } from '#server/platform/database/commit.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { Caller } from '#server/platform/security/access.ts'
import { chooseCursor, findCursor, nameReads } from '#server/records/connectors/cursors.repository.ts'
import { readVersion } from '#server/records/connectors/versions.repository.ts'
import { leaveUnsent, unsentOf } from '#server/records/ledger/unsent.repository.ts'
import { openRunVersion } from '#server/records/runs/runs.repository.ts'
import { tenantScopeOf } from '../../kit/tenant-scope.ts'
import { type ConnectorRecord, findConnector, lockConnector } from '../details/connectors.repository.ts'
import { addHistory } from '../details/history.repository.ts'

type Db = Kysely<Tables>
export type CursorService = ReturnType<typeof createCursorService>

async function liveConfig(db: Db, { companyId, connector }: ConnectorRecord): Promise<ConnectorConfig | null> {
  const { _id, liveVersion } = connector
  return liveVersion === null ? null : readVersion(db, companyId, _id, liveVersion)
}

const records = (count: number) => (count === 1 ? '1 record' : `${count.toLocaleString('en')} records`)

/** What setting the cursor means. @param count records that lie there; null where only reading them tells. */
function previewOf(unsent: number, value: string | null, count: number | null): string {
  const left =
    unsent === 0
      ? ''
      : ` ${unsent === 1 ? 'The unsent record is' : `The ${unsent} unsent records are`} no longer sent first. Records still at the source are read again. You can replay the rest.`
  if (value !== null && count === null)
    return `The next run requests records from ${value} on and sends them with new keys. The source decides which records that includes. The number of records is unknown until they are read.${left}`
  const reads = value === null ? 'all records' : `records from ${value} on, including ${value},`
  const many = count === null ? 'The number of records is unknown until they are read.' : `Currently, that is ${records(count)}.`
  return `The next run reads ${reads} again and sends them with new keys. ${many}${left}`
}

const valueIn = (start: CursorStart) => (start.from === 'value' ? start.value.trim() : null)

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
    isDeployed: config !== null,
    canBeSet: reads !== null,
    canStartAtValue: reads !== null && config !== null && canStartAtValue(config),
    isSet: config !== null && cursor?.resume != null && isCursorSet(config, cursor.resume),
    value: config && cursor?.resume ? cursorText(config, cursor.resume) : null,
    setAt: cursor?.setAt.toISOString() ?? null,
    runId: cursor?.runId ?? null,
    chosenBy: cursor?.chosenBy ?? null,
    unsent,
    resetPreview: previewOf(unsent, null, null),
    revision: `${reads ?? ''}/${cursor?.runId ?? ''}/${cursor?.setAt.getTime() ?? ''}`,
  }
}

export function createCursorService({ db, engine }: { readonly db: Db; readonly engine: Pick<Engine, 'probe'> }) {
  async function seen(caller: Caller, connectorId: string) {
    const record = await findConnector(db, tenantScopeOf(caller), connectorId)
    if (!record) throw refusal('connector/not-found')
    return record
  }

  /** Where reading begins. Throws `cursor/none`, `cursor/value-refused`; the problem tells why nothing could be counted. */
  async function startOf(caller: Caller, record: ConnectorRecord, start: CursorStart) {
    const config = await liveConfig(db, record)
    if (config === null || readsOf(config) === '') throw refusal('cursor/none')
    const value = valueIn(start)
    if (value !== null && !canStartAtValue(config))
      throw refusal('cursor/value-refused', { message: 'Each run reads all records.' })
    const prober = { companyId: record.companyId, userId: caller.userId, connectorId: record.connector._id }
    const { result, problem } = await engine.probe.startAt(config.source, value, prober)
    if (problem === null) return result
    if (value === null) return { place: null, count: null }
    throw refusal('cursor/value-refused', { message: problem.message })
  }

  return {
    get: async (caller: Caller, connectorId: string): Promise<Cursor> => look(db, await seen(caller, connectorId)),

    /** @throws `cursor/none`, `cursor/value-refused`. */
    async preview(caller: Caller, connectorId: string, start: CursorStart): Promise<CursorPreview> {
      const record = await seen(caller, connectorId)
      const { count } = await startOf(caller, record, start)
      const { unsent, revision } = await look(db, record)
      return { text: previewOf(unsent, valueIn(start), count), count, revision }
    },

    /**
     * @param id of the request; the same one again changes nothing more.
     * @throws `cursor/none`, `cursor/value-refused`, `cursor/run-open`, `cursor/changed`; nothing is changed then.
     */
    async set(
      caller: Caller,
      connectorId: string,
      id: string,
      { revision, ...start }: CursorStart & { readonly revision: string },
    ): Promise<Cursor> {
      const value = valueIn(start)
      const before = await seen(caller, connectorId)
      const place = value === null ? null : (await startOf(caller, before, start)).place
      return inOneCommit(db, async (tx) => {
        const record = await lockConnector(tx, tenantScopeOf(caller), connectorId)
        if (!record) throw refusal('connector/not-found')
        const { companyId, connector } = record
        const whose = { companyId, connectorId: connector._id }
        const config = await liveConfig(tx, record)
        const reads = config ? readsOf(config) : ''
        if (reads === '') throw refusal('cursor/none')
        // The value was looked at in what was live then.
        if (connector.liveVersion !== before.connector.liveVersion) throw refusal('cursor/changed')
        if ((await openRunVersion(tx, whose)) !== null) throw refusal('cursor/run-open')
        const stands = await look(tx, record)
        if (stands.revision !== revision) throw refusal('cursor/changed')
        await chooseCursor(tx, { ...whose, id, reads, resume: place, chosenBy: caller.userId })
        await leaveUnsent(tx, whose)
        const { status } = connector
        const stood = stands.value === null ? '' : ` Before, the cursor was ${stands.value}.`
        const detail = `${value === null ? 'Cursor reset to the beginning' : `Cursor set to ${value}`}.${stood}`
        await addHistory(tx, { ...whose, actorId: caller.userId, what: 'cursor set', from: status, to: status, detail })
        return look(tx, record)
      })
    },
  }
}
