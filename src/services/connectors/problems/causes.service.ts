/** What people do about the causes of lost records, and what those records have in common. */
import { type Causes, causeEndpoints } from '#contract/connectors/problems/cause.ts'
import type { CauseEvidence } from '#contract/connectors/problems/cause-evidence.ts'
import { type Access, call } from '../../kit/api-client.ts'

type ById = { readonly connectorId: string }
/** The cause, and when the newest record was lost for it that the person saw. */
type OfCause = ById & { readonly causeId: string; readonly seenAt: string }

export function readCauses(access: Access, { connectorId }: ById, signal: AbortSignal): Promise<Causes> {
  return call(causeEndpoints.list, { access, params: { id: connectorId }, signal })
}

export function assignCause(
  access: Access,
  { connectorId, causeId, ...body }: OfCause & { readonly userId: string },
  signal: AbortSignal,
): Promise<Causes> {
  return call(causeEndpoints.assign, { access, params: { id: connectorId, causeId }, body, signal })
}

export function resolveCause(access: Access, { connectorId, causeId, seenAt }: OfCause, signal: AbortSignal): Promise<Causes> {
  return call(causeEndpoints.resolve, { access, params: { id: connectorId, causeId }, body: { seenAt }, signal })
}

export function reopenCause(access: Access, { connectorId, causeId, seenAt }: OfCause, signal: AbortSignal): Promise<Causes> {
  return call(causeEndpoints.reopen, { access, params: { id: connectorId, causeId }, body: { seenAt }, signal })
}

export function muteCause(access: Access, { connectorId, causeId, seenAt }: OfCause, signal: AbortSignal): Promise<Causes> {
  return call(causeEndpoints.mute, { access, params: { id: connectorId, causeId }, body: { seenAt }, signal })
}

/** Of the records that were lost between two instants, ISO 8601. */
export function readEvidence(
  access: Access,
  { connectorId, causeId, from, to }: ById & { readonly causeId: string; readonly from: string; readonly to: string },
  signal: AbortSignal,
): Promise<CauseEvidence> {
  return call(causeEndpoints.evidence, { access, params: { id: connectorId, causeId }, query: { from, to }, signal })
}
