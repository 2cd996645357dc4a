/** Joins the charts of causes, of their evidence and of their records to the calls. */

import { type Causes, causeEndpoints } from '#contract/connectors/problems/cause.ts'
import type { CauseEvidence } from '#contract/connectors/problems/cause-evidence.ts'
import { type AdvisedMapping, adviceMachine } from '#src/machines/connectors/problems/advice.machine.ts'
import { type CauseWish, causesMachine } from '#src/machines/connectors/problems/causes.machine.ts'
import type { Query } from '#src/machines/kit/list.machine.ts'
import { actorFrom } from '../../kit/actor.ts'
import { type Access, call } from '../../kit/api-client.ts'
import { listOf } from '../../kit/list.actors.ts'
import { readDetails, readVersionConfig } from '../details/connector.service.ts'
import { listTransactions } from '../runs/transaction.service.ts'

/** What people do about the causes of lost records, and what those records have in common. */
type ById = { readonly connectorId: string }
/** The cause, and when the newest record was lost for it that the person saw. */
type OfCause = ById & { readonly causeId: string; readonly seenAt: string }

function readCauses(access: Access, { connectorId }: ById, signal: AbortSignal): Promise<Causes> {
  return call(causeEndpoints.list, { access, params: { id: connectorId }, signal })
}

function assignCause(
  access: Access,
  { connectorId, causeId, ...body }: OfCause & { readonly userId: string },
  signal: AbortSignal,
): Promise<Causes> {
  return call(causeEndpoints.assign, { access, params: { id: connectorId, causeId }, body, signal })
}

function resolveCause(access: Access, { connectorId, causeId, seenAt }: OfCause, signal: AbortSignal): Promise<Causes> {
  return call(causeEndpoints.resolve, { access, params: { id: connectorId, causeId }, body: { seenAt }, signal })
}

function reopenCause(access: Access, { connectorId, causeId, seenAt }: OfCause, signal: AbortSignal): Promise<Causes> {
  return call(causeEndpoints.reopen, { access, params: { id: connectorId, causeId }, body: { seenAt }, signal })
}

function muteCause(access: Access, { connectorId, causeId, seenAt }: OfCause, signal: AbortSignal): Promise<Causes> {
  return call(causeEndpoints.mute, { access, params: { id: connectorId, causeId }, body: { seenAt }, signal })
}

/** Of the records that were lost between two instants, ISO 8601. */
function readEvidence(
  access: Access,
  { connectorId, causeId, from, to }: ById & { readonly causeId: string; readonly from: string; readonly to: string },
  signal: AbortSignal,
): Promise<CauseEvidence> {
  return call(causeEndpoints.evidence, { access, params: { id: connectorId, causeId }, query: { from, to }, signal })
}

const calls = { 'user.resolved': resolveCause, 'user.reopened': reopenCause, 'user.muted': muteCause }

function move(access: Access, connectorId: string, wish: CauseWish, signal: AbortSignal) {
  const of = { connectorId, causeId: wish.causeId, seenAt: wish.seenAt }
  if (wish.type === 'user.assigned') return assignCause(access, { ...of, userId: wish.userId }, signal)
  return calls[wish.type](access, of, signal)
}

export const liveCausesMachine = (access: Access) =>
  causesMachine.provide({
    actors: {
      readCauses: actorFrom((input, signal) => readCauses(access, input, signal)),
      moveCause: actorFrom(({ connectorId, wish }, signal) => move(access, connectorId, wish, signal)),
    },
  })

/** Records of a cause that are listed at once. */
const shownRecords = 5

const causesQueryOf = (query: Query) => ({
  connectorId: String(query['connectorId']),
  causeId: String(query['causeId']),
  from: String(query['from']),
  to: String(query['to']),
})

/** A list of one: the evidence of a cause; `query.connectorId`, `causeId`, `from` and `to`. The records of a past time do not change. */
export const evidenceMachine = (access: Access) =>
  listOf(async (query, signal) => ({ items: [await readEvidence(access, causesQueryOf(query), signal)], total: 1 })).provide({
    delays: { refreshPause: 600_000 },
  })

/** The newest records of a cause; the query as for its evidence. */
export const problemRecordsMachine = (access: Access) =>
  listOf((query, signal) => {
    const { causeId: problem, ...asked } = causesQueryOf(query)
    return listTransactions(access, { ...asked, problem, page: 1, pageSize: shownRecords }, signal)
  }).provide({ delays: { refreshPause: 60_000 } })

/** What fills the fields of the destination in the version that failed, in the one that runs, and in the draft. */
async function readMapping(
  access: Access,
  of: { readonly connectorId: string; readonly version: number },
  signal: AbortSignal,
): Promise<AdvisedMapping> {
  const [{ dataMapping: draft, liveVersion }, failed] = await Promise.all([
    readDetails(access, of, signal),
    readVersionConfig(access, of, signal),
  ])
  const isSame = liveVersion === null || liveVersion === of.version
  const live = isSame ? failed : await readVersionConfig(access, { ...of, version: liveVersion }, signal)
  return { failed: failed.dataMapping, live: live.dataMapping, draft, liveVersion }
}

export const liveAdviceMachine = (access: Access) =>
  adviceMachine.provide({ actors: { readMapping: actorFrom((input, signal) => readMapping(access, input, signal)) } })
