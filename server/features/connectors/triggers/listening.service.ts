/** Listening for one test event of a webhook before it is deployed, or beside what its live version does. */
import type { Kysely } from 'kysely'
import type { HookListening } from '#contract/connectors/triggers/listening.ts'
import { refusal } from '#contract/kit/problem.ts'
import type { Engine } from '#server/engine/engine.ts'
import { inOneCommit } from '#server/platform/database/commit.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { Caller } from '#server/platform/security/access.ts'
import { newestRefusal } from '#server/records/connectors/hook-calls.repository.ts'
import { hookSecretMarks } from '#server/records/connectors/hooks.repository.ts'
import { tenantScopeOf } from '../../kit/tenant-scope.ts'
import { writeShapes } from '../config/shapes.repository.ts'
import { findConnector, lockConnector } from '../details/connectors.repository.ts'
import { findListening, receiveFor, startListening, stopListening } from './listenings.repository.ts'

type Deps = {
  readonly db: Kysely<Tables>
  readonly engine: Pick<Engine, 'probe'>
  /** Resolves when the calls that came in until now can be read. */
  readonly flushCalls: () => Promise<void>
}
type ConnectorKey = { readonly companyId: string; readonly connectorId: string }

/** An event whose proof holds. */
export type ProvedEvent = ConnectorKey & {
  readonly id: string
  readonly body: string
  readonly beside: string | null
  readonly isXml: boolean
  readonly secrets: readonly string[]
  /** Whether a live version takes it, too. */
  readonly isDelivered: boolean
}

const none: HookListening = { state: 'none', endsAt: null, receivedAt: null, fields: null, isDelivered: false, refused: null }

export function createListeningService({ db, engine, flushCalls }: Deps) {
  async function shown(whose: ConnectorKey): Promise<HookListening> {
    const found = await findListening(db, whose)
    if (found === null) return none
    const { state, startedAt, expiresAt, receivedAt, fields, isDelivered } = found
    await flushCalls()
    return {
      ...{ state, fields, isDelivered, endsAt: expiresAt.toISOString(), receivedAt: receivedAt?.toISOString() ?? null },
      refused: await newestRefusal(db, whose, startedAt),
    }
  }

  async function ownOf(caller: Caller, id: string): Promise<ConnectorKey> {
    const record = await findConnector(db, tenantScopeOf(caller), id)
    if (!record) throw refusal('connector/not-found')
    return { companyId: record.companyId, connectorId: id }
  }

  return {
    show: async (caller: Caller, id: string): Promise<HookListening> => shown(await ownOf(caller, id)),

    /** One that listens already goes on. @throws `connector/not-found`, `hook/cannot-listen` */
    async start(caller: Caller, id: string): Promise<HookListening> {
      const whose = await db.transaction().execute(async (tx) => {
        const record = await lockConnector(tx, tenantScopeOf(caller), id)
        if (record?.connector._id !== id) throw refusal('connector/not-found')
        const key = { companyId: record.companyId, connectorId: id }
        if (record.draft.trigger.type !== 'webhook') throw refusal('hook/cannot-listen')
        if ((await hookSecretMarks(tx, key)).length === 0)
          throw refusal('hook/cannot-listen', {
            message: 'The webhook would refuse every event. Set the secret first, then listen.',
          })
        await startListening(tx, key)
        return key
      })
      return shown(whose)
    },

    /** Where nothing listens, nothing changes. */
    async stop(caller: Caller, id: string): Promise<HookListening> {
      const whose = await ownOf(caller, id)
      await stopListening(db, whose)
      return shown(whose)
    },

    /**
     * Keeps the event as the sample of the draft where it is the first one. False: another event came before, or nobody listens any more.
     */
    async receive({ companyId, connectorId, id, body, beside, isXml, secrets, isDelivered }: ProvedEvent): Promise<boolean> {
      return inOneCommit(db, async (tx) => {
        const record = await lockConnector(tx, { companyId, ownerId: null }, connectorId)
        if (record?.connector._id !== connectorId) return false
        const at = new Date()
        const shape = await engine.probe.shapeOfEvent({
          ...{ config: record.draft.source, event: { id, body, beside }, isXml, secrets, takenAt: at.toISOString() },
        })
        const whose = { companyId, connectorId }
        if (!(await receiveFor(tx, whose, { at, fields: shape?.fields.length ?? 0, isDelivered }))) return false
        if (shape !== null) await writeShapes(tx, whose, { source: shape })
        return true
      })
    },
  }
}
