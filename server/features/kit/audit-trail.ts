/** Records calls that change something: in the commit that is the reason, or else when the call has succeeded. */
import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { AuditAction } from '#contract/kit/audit-actions.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { Caller } from '../../platform/security/access.ts'
import { type AuditEvent, addAuditEvent } from './audit-events.repository.ts'

/** What a service knows better than the call: left out, the caller did it, to what the path names. */
export type Audited = Partial<Pick<AuditEvent, 'companyId' | 'action' | 'actor' | 'target' | 'before' | 'after'>>

/** Writes the event of a call in a commit. Once: what the same call writes further is the same event. */
export type Audit = (tx: Kysely<Tables>, it?: Audited) => Promise<void>

export type AuditOfCall = {
  readonly audit: Audit
  /** To be called when the call has succeeded: records it where the service did not. */
  readonly finish: (db: Kysely<Tables>) => Promise<void>
}

type Call = Pick<FastifyRequest, 'caller' | 'params' | 'ip'> & { readonly newId: string }

/** Which of the names of a path says what a call is about: the last one. */
function targetOf(action: AuditAction, { status }: Endpoint, { params, newId }: Call): AuditEvent['target'] {
  const names = Object.values((params ?? {}) as Record<string, string>)
  const [type = action] = action.split('.')
  const id = names.at(-1) ?? (status === 201 ? newId : null)
  return { type, id }
}

const actorOf = (caller: Caller): AuditEvent['actor'] =>
  caller.kind === 'key' ? { kind: 'key', id: caller.keyId } : { kind: 'person', id: caller.userId }

export function auditOfCall(endpoint: Endpoint, call: Call): AuditOfCall {
  const { audit: action = 'none' } = endpoint
  let isWritten = false
  async function write(db: Kysely<Tables>, it: Audited): Promise<void> {
    const companyId = it.companyId ?? call.caller?.companyId
    const named = it.action ?? (action === 'none' ? undefined : action)
    if (companyId === undefined || named === undefined) return
    await addAuditEvent(db, {
      ...{ companyId, action: named, address: call.ip },
      actor: it.actor ?? (call.caller ? actorOf(call.caller) : { kind: 'system', id: null }),
      target: it.target === undefined ? targetOf(named, endpoint, call) : it.target,
      ...{ before: it.before ?? null, after: it.after ?? null },
    })
    isWritten = true
  }
  return {
    audit: (tx, it = {}) => write(tx, it),
    finish: async (db) => {
      if (!isWritten && call.caller && action !== 'none') await write(db, {})
    },
  }
}
