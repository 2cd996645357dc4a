/** One connector and its newest run, for live reading. Other areas add fields to `ConnectorNode` and `RunNode`. */
import { connectorStates } from '../../contract/lifecycles/connector.ts'
import { runStates } from '../../contract/lifecycles/run.ts'
import { refusal } from '../../contract/problem.ts'
import type { Run } from '../../contract/run.ts'
import { showTrigger } from '../desks/connector-trigger.ts'
import { sightOf } from '../desks/sight.ts'
import type { SeenConnector } from '../live/look.ts'
import { findConnector } from '../store/connectors.ts'
import { lastRuns } from '../store/last-runs.ts'
import { builder, type GraphContext } from './builder.ts'

export const ConnectorStatus = builder.enumType('ConnectorStatus', { values: connectorStates })
const RunStatus = builder.enumType('RunStatus', { values: runStates })

const RunError = builder.objectRef<NonNullable<Run['error']>>('RunError').implement({
  fields: (t) => ({ code: t.exposeString('code'), title: t.exposeString('title'), message: t.exposeString('message') }),
})

export const RunNode = builder.objectRef<Run>('Run').implement({
  description: 'One pass of a connector over its source.',
  fields: (t) => ({
    id: t.expose('runId', { type: 'Id' }),
    version: t.exposeInt('version'),
    trigger: t.exposeString('trigger'),
    status: t.expose('status', { type: RunStatus }),
    statusSince: t.expose('statusSince', { type: 'Instant' }),
    statusReason: t.exposeString('statusReason'),
    statusNext: t.exposeString('statusNext'),
    recordsRead: t.exposeInt('recordsRead'),
    recordsDelivered: t.exposeInt('recordsDelivered'),
    recordsSkipped: t.exposeInt('recordsSkipped'),
    recordsFailed: t.exposeInt('recordsFailed'),
    recordsUnknown: t.exposeInt('recordsUnknown'),
    startedAt: t.expose('startedAt', { type: 'Instant', nullable: true }),
    endedAt: t.expose('endedAt', { type: 'Instant', nullable: true }),
    error: t.expose('error', { type: RunError, nullable: true }),
  }),
})

export const ConnectorNode = builder.objectRef<SeenConnector>('Connector').implement({
  description: 'A connector as the caller sees it.',
  fields: (t) => ({
    id: t.field({ type: 'Id', resolve: ({ connector }) => connector._id }),
    name: t.string({ resolve: ({ connector }) => connector.name }),
    status: t.field({ type: ConnectorStatus, resolve: ({ connector }) => connector.status }),
    statusSince: t.field({ type: 'Instant', resolve: ({ connector }) => connector.statusSince }),
    statusReason: t.string({ resolve: ({ connector }) => connector.statusReason }),
    statusNext: t.string({ resolve: ({ connector }) => connector.statusNext }),
    revision: t.int({ resolve: ({ connector }) => connector.revision }),
    liveVersion: t.int({ nullable: true, resolve: ({ connector }) => connector.liveVersion }),
    newestRun: t.field({
      type: RunNode,
      nullable: true,
      resolve: async ({ connector, companyId, newestRun }, _, { db }) =>
        newestRun === undefined ? ((await lastRuns(db, companyId, [connector._id])).get(connector._id) ?? null) : newestRun,
    }),
  }),
})

/** @throws `connector/not-found` for what the caller does not see. */
export async function seenConnector({ db, caller }: Pick<GraphContext, 'db' | 'caller'>, id: string): Promise<SeenConnector> {
  const record = await findConnector(db, sightOf(caller), id)
  if (!record) throw refusal('connector/not-found')
  return showTrigger(db, record)
}

builder.queryField('connector', (t) =>
  t.field({
    type: ConnectorNode,
    args: { id: t.arg({ type: 'Id' }) },
    resolve: (_, { id }, context) => seenConnector(context, id),
  }),
)
