/** One connector and its newest run, for live reading. Other areas add fields to `ConnectorNode` and `RunNode`. */

import type { FailedDeployment } from '#contract/connectors/deployments/live-state.ts'
import { connectorStates } from '#contract/connectors/details/connector.lifecycle.ts'
import { type Health, healths } from '#contract/connectors/details/health.ts'
import { runStates } from '#contract/connectors/runs/run.lifecycle.ts'
import type { Run } from '#contract/connectors/runs/run.ts'
import { runResults } from '#contract/connectors/runs/run-result.ts'
import { configParts } from '#contract/connectors/runs/timeline.ts'
import { refusal } from '#contract/kit/problem.ts'
import { builder, type GraphContext } from '../../kit/graph/builder.ts'
import { tenantScopeOf } from '../../kit/tenant-scope.ts'
import { lastRuns } from '../list/connector-overview.repository.ts'
import type { SeenConnector } from '../live/connector-states.ts'
import { showTrigger } from '../triggers/connector-trigger.ts'
import { findConnector } from './connectors.repository.ts'

export const ConnectorStatus = builder.enumType('ConnectorStatus', { values: connectorStates })
const RunStatus = builder.enumType('RunStatus', { values: runStates })

const RunResult = builder.enumType('RunResult', { values: runResults })
const HealthLevel = builder.enumType('HealthLevel', { values: healths })
export const ConfigPart = builder.enumType('ConfigPart', { values: configParts })

export const HealthNode = builder.objectRef<Health>('Health').implement({
  description: 'How well a connector works, by its newest runs.',
  fields: (t) => ({
    level: t.expose('level', { type: HealthLevel }),
    reason: t.exposeString('reason'),
    runId: t.expose('runId', { type: 'Id', nullable: true }),
    measuredAt: t.expose('measuredAt', { type: 'Instant', nullable: true }),
  }),
})

const FailedField = builder.objectRef<FailedDeployment['fields'][number]>('FailedField').implement({
  fields: (t) => ({ path: t.exposeString('path'), message: t.exposeString('message') }),
})

/** Fields of the configuration that are named at most. */
const failedFieldsMax = 2

export const FailedDeploymentNode = builder.objectRef<FailedDeployment>('FailedDeployment').implement({
  description: 'When and why the newest deployment failed, and at which fields.',
  fields: (t) => ({
    at: t.expose('at', { type: 'Instant' }),
    message: t.exposeString('message'),
    fields: t.field({
      type: [FailedField],
      extensions: { bounded: failedFieldsMax },
      resolve: ({ fields }) => fields.slice(0, failedFieldsMax),
    }),
  }),
})

/** How a run ended; null while it is open. */
export const resultField = { type: RunResult, nullable: true } as const

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
    result: t.expose('result', resultField),
    statusSince: t.expose('statusSince', { type: 'Instant' }),
    statusReason: t.exposeString('statusReason'),
    statusNext: t.exposeString('statusNext'),
    recordsRead: t.exposeInt('recordsRead'),
    sourceRecordsRead: t.exposeInt('sourceRecordsRead', { nullable: true }),
    recordsDelivered: t.exposeInt('recordsDelivered'),
    recordsSkipped: t.exposeInt('recordsSkipped'),
    recordsFailed: t.exposeInt('recordsFailed'),
    recordsUnknown: t.exposeInt('recordsUnknown'),
    recordsUnchanged: t.exposeInt('recordsUnchanged'),
    recordsLeftOut: t.exposeInt('recordsLeftOut'),
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
    health: t.field({ type: HealthNode, resolve: ({ health }) => health }),
    undeployedChanges: t.field({
      type: [ConfigPart],
      description: 'Parts in which the draft differs from the live version.',
      extensions: { bounded: configParts.length },
      resolve: ({ deployed }) => [...deployed.undeployedChanges],
    }),
    failedDeployment: t.field({
      type: FailedDeploymentNode,
      nullable: true,
      resolve: ({ deployed }) => deployed.failedDeployment,
    }),
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
  const record = await findConnector(db, tenantScopeOf(caller), id)
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
