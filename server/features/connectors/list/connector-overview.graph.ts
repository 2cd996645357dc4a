/** The list of connectors, a page at a time. */

import type { FailedDeployment } from '#contract/connectors/deployments/live-state.ts'
import { attentionMax, conditions } from '#contract/connectors/list/connector-condition.ts'
import { overviewSearchMax } from '#contract/connectors/list/connector-filter.ts'
import {
  type Attention,
  type FirstSteps,
  type Overview,
  type OverviewItem,
  type OverviewSummary,
  overviewDirections,
  overviewHours,
  overviewPageMax,
  overviewSorts,
} from '#contract/connectors/list/connector-overview.ts'
import type { OverviewSelection } from '#contract/connectors/list/connector-selection.ts'
import { configParts } from '#contract/connectors/runs/timeline.ts'
import { refusal } from '#contract/kit/problem.ts'
import { builder, pageSize } from '../../kit/graph/builder.ts'
import { ConfigPart, ConnectorStatus, FailedDeploymentNode, HealthNode, resultField } from '../details/connector.graph.ts'
import { createConnectorOverviewService } from './connector-overview.service.ts'

const OverviewSort = builder.enumType('ConnectorOverviewSort', { values: overviewSorts })
const ConnectorCondition = builder.enumType('ConnectorCondition', { values: conditions })
const SortDirection = builder.enumType('SortDirection', { values: overviewDirections })

const Side = builder.objectRef<OverviewItem['source']>('ConnectorSide').implement({
  description: 'A source or a destination in one line. The address is empty until it is entered.',
  fields: (t) => ({
    url: t.exposeString('url'),
    requestMethod: t.string({ resolve: ({ requestMethod = '' }) => requestMethod }),
    type: t.exposeString('type'),
  }),
})

const LastRun = builder.objectRef<NonNullable<OverviewItem['lastRun']>>('ConnectorLastRun').implement({
  fields: (t) => ({
    runId: t.expose('runId', { type: 'Id' }),
    status: t.exposeString('status'),
    result: t.expose('result', resultField),
    startedAt: t.expose('startedAt', { type: 'Instant', nullable: true }),
    endedAt: t.expose('endedAt', { type: 'Instant', nullable: true }),
    waits: t.exposeString('waits', { nullable: true }),
    recordsRead: t.exposeInt('recordsRead'),
    recordsDelivered: t.exposeInt('recordsDelivered'),
    recordsSkipped: t.exposeInt('recordsSkipped'),
    recordsFailed: t.exposeInt('recordsFailed'),
    recordsUnknown: t.exposeInt('recordsUnknown'),
    recordsUnchanged: t.exposeInt('recordsUnchanged'),
    recordsLeftOut: t.exposeInt('recordsLeftOut'),
  }),
})

const Item = builder.objectRef<OverviewItem>('ConnectorOverviewItem').implement({
  fields: (t) => ({
    id: t.expose('id', { type: 'Id' }),
    name: t.exposeString('name'),
    connectorType: t.exposeString('connectorType'),
    status: t.expose('status', { type: ConnectorStatus }),
    condition: t.expose('condition', { type: ConnectorCondition }),
    statusReason: t.exposeString('statusReason'),
    nextRunAt: t.expose('nextRunAt', { type: 'Instant', nullable: true }),
    heldEvents: t.exposeInt('heldEvents', { nullable: true }),
    source: t.expose('source', { type: Side }),
    destination: t.expose('destination', { type: Side }),
    moreDestinations: t.exposeInt('moreDestinations', {
      description: 'Number of destinations after the first one, `destination`.',
    }),
    health: t.expose('health', { type: HealthNode }),
    undeployedChanges: t.expose('undeployedChanges', { type: [ConfigPart], extensions: { bounded: configParts.length } }),
    failedDeployment: t.field({
      ...{ type: FailedDeploymentNode, nullable: true },
      resolve: (it) => it.failedDeployment as FailedDeployment | null,
    }),
    lastRun: t.expose('lastRun', { type: LastRun, nullable: true }),
    hours: t.exposeIntList('hours', {
      description: 'Records by the hour they were read, oldest first. The last hour is not complete.',
      extensions: { bounded: overviewHours },
    }),
  }),
})

const Cause = builder.objectRef<NonNullable<Attention['cause']>>('ConnectorAttentionCause').implement({
  fields: (t) => ({
    records: t.exposeInt('records'),
    message: t.exposeString('message'),
    answer: t.exposeString('answer', { nullable: true }),
  }),
})

const AttentionNode = builder.objectRef<Attention>('ConnectorAttention').implement({
  description: 'A connector that needs attention, and why.',
  fields: (t) => ({
    id: t.expose('id', { type: 'Id' }),
    name: t.exposeString('name'),
    condition: t.expose('condition', { type: ConnectorCondition }),
    at: t.expose('at', { type: 'Instant' }),
    reason: t.exposeString('reason'),
    cause: t.expose('cause', { type: Cause, nullable: true }),
  }),
})

const ConditionCount = builder.objectRef<OverviewSummary['counts'][number]>('ConnectorConditionCount').implement({
  fields: (t) => ({ condition: t.expose('condition', { type: ConnectorCondition }), count: t.exposeInt('count') }),
})

const FirstStepsNode = builder.objectRef<FirstSteps>('FirstSteps').implement({
  description: 'Progress of a company through its first steps.',
  fields: (t) => ({
    created: t.exposeBoolean('created'),
    deployed: t.exposeBoolean('deployed'),
    delivered: t.exposeBoolean('delivered'),
    automatic: t.exposeBoolean('automatic'),
  }),
})

const Summary = builder.objectRef<OverviewSummary>('ConnectorOverviewSummary').implement({
  description: 'Totals of all visible connectors, regardless of the search. Counts records read in the listed hours.',
  fields: (t) => ({
    counts: t.expose('counts', { type: [ConditionCount], extensions: { bounded: conditions.length } }),
    delivered: t.exposeFloat('delivered'),
    failed: t.exposeFloat('failed'),
    skipped: t.exposeFloat('skipped'),
    unknown: t.exposeFloat('unknown'),
    deliveredLater: t.exposeFloat('deliveredLater'),
    needAttention: t.exposeInt('needAttention'),
    raisedAlerts: t.exposeInt('raisedAlerts'),
    bulkJob: t.exposeBoolean('bulkJob'),
    firstSteps: t.expose('firstSteps', { type: FirstStepsNode, nullable: true }),
    attention: t.expose('attention', { type: [AttentionNode], extensions: { bounded: attentionMax } }),
  }),
})

const Page = builder.objectRef<Overview>('ConnectorOverview').implement({
  fields: (t) => ({
    total: t.exposeInt('total', { extensions: { isOfPage: true } }),
    offset: t.exposeInt('offset', { extensions: { isOfPage: true } }),
    hoursSince: t.expose('hoursSince', { type: 'Instant', extensions: { isOfPage: true } }),

    summary: t.expose('summary', { type: Summary, extensions: { isOfPage: true } }),
    // The bound of a page stands on the field that gives it.
    items: t.expose('items', { type: [Item], extensions: { bounded: 1 } }),
  }),
})

const offsetMax = 1_000_000

builder.queryField('connectorOverview', (t) =>
  t.field({
    type: Page,
    description: 'All visible connectors. Connectors without a sort value come last. Ties are sorted by name.',
    args: {
      search: t.arg.string({ required: false, description: 'Part of a name or an address.' }),
      status: t.arg({ type: [ConnectorStatus], required: false }),
      condition: t.arg({ type: [ConnectorCondition], required: false }),
      sort: t.arg({ type: OverviewSort, required: false, defaultValue: 'name' }),
      direction: t.arg({ type: SortDirection, required: false, defaultValue: 'ascending' }),
      limit: t.arg.int({ required: false, defaultValue: pageSize.usual }),
      offset: t.arg.int({ required: false, defaultValue: 0 }),
    },
    resolve: (_, args, { db, caller }) => {
      const search = args.search ?? ''
      const limit = args.limit ?? pageSize.usual
      const offset = args.offset ?? 0
      if (search.length > overviewSearchMax) throw malformedArgument('search', `has more than ${overviewSearchMax} characters`)
      if (!search.isWellFormed() || search.includes('\u0000'))
        throw malformedArgument('search', "contains a character that can't be stored")
      if (limit < 1 || limit > overviewPageMax) throw malformedArgument('limit', `must be from 1 to ${overviewPageMax}`)
      if (offset < 0 || offset > offsetMax) throw malformedArgument('offset', `must be from 0 to ${offsetMax}`)
      const { status, condition, sort, direction } = args
      const chosen: OverviewSelection = { search, status: status ?? [], condition: condition ?? [] }
      const asked = { ...chosen, sort: sort ?? 'name', direction: direction ?? 'ascending', limit, offset }
      return createConnectorOverviewService({ db }).page(caller, asked)
    },
  }),
)

const malformedArgument = (name: string, message: string) =>
  refusal('request/malformed', {
    message: `The request does not have the expected form: ${name} ${message}.`,
    errors: [{ path: `/variables/${name}`, message }],
  })
