/** What the page of one connector reads beside its runs: its timeline, and what went wrong by cause. */

import { causeStates } from '#contract/connectors/problems/cause.lifecycle.ts'
import {
  type FailedRuns,
  type ProblemGroup as Group,
  type ProblemGroups as Groups,
  problemGroupsMax,
} from '#contract/connectors/problems/problem-group.ts'
import {
  configParts,
  type TimelineEntry as Entry,
  type TimelineRun as Told,
  timelineKinds,
  timelinePageSize,
} from '#contract/connectors/runs/timeline.ts'
import { refusal } from '#contract/kit/problem.ts'
import { builder, pageSize } from '../../kit/graph/builder.ts'
import { problemGroups } from '../problems/problem-group.ts'
import type { RecordsOf } from '../runs/record-names.ts'
import { pageOfTimeline } from '../runs/timeline.repository.ts'
import { ConfigPart, ConnectorNode, FailedDeploymentNode, resultField } from './connector.graph.ts'

declare module '../../kit/graph/builder.ts' {
  interface GraphContext {
    /** What people call records, by the ids of their transactions. */
    readonly recordNames: (of: RecordsOf, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
  }
}

/** Counted from 1. */
const pageMax = 1_000_000

const CauseStateEnum = builder.enumType('CauseState', { values: causeStates })
const TimelineKind = builder.enumType('TimelineKind', { values: timelineKinds })

const TimelineRun = builder.objectRef<Told>('TimelineRun').implement({
  fields: (t) => ({
    status: t.exposeString('status'),
    result: t.expose('result', resultField),
    trigger: t.exposeString('trigger'),
    version: t.exposeInt('version'),
    statusReason: t.exposeString('statusReason'),
    recordsRead: t.exposeInt('recordsRead'),
    sourceRecordsRead: t.exposeInt('sourceRecordsRead', { nullable: true }),
    recordsDelivered: t.exposeInt('recordsDelivered'),
    recordsSkipped: t.exposeInt('recordsSkipped'),
    recordsFailed: t.exposeInt('recordsFailed'),
    recordsUnknown: t.exposeInt('recordsUnknown'),
    recordsUnchanged: t.exposeInt('recordsUnchanged'),
    recordsLeftOut: t.exposeInt('recordsLeftOut'),
  }),
})

const TimelineChange = builder.objectRef<Extract<Entry, { kind: 'change' }>>('TimelineChange').implement({
  description: "A person's change to a connector, with its status before and after.",
  fields: (t) => ({
    what: t.exposeString('what'),
    from: t.exposeString('from', { nullable: true }),
    to: t.exposeString('to', { nullable: true }),
    detail: t.exposeString('detail'),
  }),
})

const TimelineDeployment = builder.objectRef<Extract<Entry, { kind: 'deployment' }>>('TimelineDeployment').implement({
  description: 'The result of a deployment, and what changed from the previous live version.',
  fields: (t) => ({
    isLive: t.exposeBoolean('isLive'),
    fromVersion: t.exposeInt('fromVersion', { nullable: true }),
    toVersion: t.exposeInt('toVersion', { nullable: true }),
    changed: t.expose('changed', { type: [ConfigPart], extensions: { bounded: configParts.length } }),
    detail: t.exposeString('detail'),
  }),
})

const TimelineEntry = builder.objectRef<Entry>('TimelineEntry').implement({
  description: 'Contains `run`, `change` or `deployment`, depending on `kind`.',
  fields: (t) => ({
    id: t.expose('id', { type: 'Id' }),
    kind: t.expose('kind', { type: TimelineKind }),
    at: t.expose('at', { type: 'Instant' }),
    actor: t.exposeString('actor', { nullable: true }),
    run: t.field({ type: TimelineRun, nullable: true, resolve: (it) => (it.kind === 'run' ? it.run : null) }),
    change: t.field({ type: TimelineChange, nullable: true, resolve: (it) => (it.kind === 'change' ? it : null) }),
    deployment: t.field({ type: TimelineDeployment, nullable: true, resolve: (it) => (it.kind === 'deployment' ? it : null) }),
  }),
})

const TimelinePage = builder.objectRef<{ entries: Entry[]; total: number }>('TimelinePage').implement({
  fields: (t) => ({
    // The limit of the page is counted where the page is asked for.
    entries: t.expose('entries', { type: [TimelineEntry], extensions: { bounded: 1 } }),
    total: t.exposeInt('total'),
  }),
})

const ProblemExample = builder.objectRef<Group['example']>('ProblemExample').implement({
  fields: (t) => ({
    transactionId: t.expose('transactionId', { type: 'Id' }),
    recordKey: t.exposeString('recordKey'),
    recordName: t.string({
      nullable: true,
      description: 'The name of the record. null if it has none.',
      resolve: ({ recordName }) => recordName ?? null,
    }),
    message: t.exposeString('message'),
    answer: t.exposeString('answer', { nullable: true }),
  }),
})

const ArrivedRun = builder.objectRef<NonNullable<Group['arrivedRun']>>('ArrivedRun').implement({
  description: 'A run that delivered records that had failed before.',
  fields: (t) => ({
    runId: t.expose('runId', { type: 'Id' }),
    startedAt: t.expose('startedAt', { type: 'Instant' }),
  }),
})

const ProblemGroup = builder.objectRef<Group>('ProblemGroup').implement({
  description: 'Records that failed, or may not have arrived, for one cause.',
  fields: (t) => ({
    id: t.exposeString('id'),
    state: t.expose('state', { type: CauseStateEnum }),
    code: t.exposeString('code'),
    message: t.exposeString('message'),
    answerStatus: t.exposeInt('answerStatus', { nullable: true }),
    failed: t.exposeInt('failed'),
    unknown: t.exposeInt('unknown'),
    isMixed: t.exposeBoolean('isMixed'),
    field: t.exposeString('field', { nullable: true }),
    records: t.exposeInt('records'),
    openRecords: t.exposeInt('openRecords'),
    arrived: t.exposeInt('arrived'),
    arrivedAt: t.expose('arrivedAt', { type: 'Instant', nullable: true }),
    replayId: t.expose('replayId', { type: 'Id', nullable: true }),
    arrivedRun: t.expose('arrivedRun', { type: ArrivedRun, nullable: true }),
    arrivedRuns: t.exposeInt('arrivedRuns'),
    firstAt: t.expose('firstAt', { type: 'Instant' }),
    lastAt: t.expose('lastAt', { type: 'Instant' }),
    example: t.expose('example', { type: ProblemExample }),
  }),
})

const FailedRunsNode = builder.objectRef<FailedRuns>('FailedRuns').implement({
  description: 'Runs that failed for one cause.',
  fields: (t) => ({
    code: t.exposeString('code'),
    message: t.exposeString('message'),
    count: t.exposeInt('count'),
    firstAt: t.expose('firstAt', { type: 'Instant' }),
    lastAt: t.expose('lastAt', { type: 'Instant' }),
    runId: t.expose('runId', { type: 'Id' }),
  }),
})
const AbsentPathNode = builder.objectRef<Groups['absentPaths'][number]>('AbsentPath').implement({
  description: 'A mapped path that no record of some runs contained.',
  fields: (t) => ({
    code: t.exposeString('code'),
    message: t.exposeString('message'),
    targetPath: t.exposeString('targetPath'),
    count: t.exposeInt('count'),
    firstAt: t.expose('firstAt', { type: 'Instant' }),
    lastAt: t.expose('lastAt', { type: 'Instant' }),
    runId: t.expose('runId', { type: 'Id' }),
  }),
})

const ProblemGroups = builder.objectRef<Groups>('ProblemGroups').implement({
  fields: (t) => ({
    from: t.expose('from', { type: 'Instant' }),
    to: t.expose('to', { type: 'Instant' }),
    failedRuns: t.field({
      type: [FailedRunsNode],
      extensions: { bounded: problemGroupsMax },
      resolve: ({ failedRuns }) => [...failedRuns],
    }),
    absentPaths: t.field({
      type: [AbsentPathNode],
      extensions: { bounded: problemGroupsMax },
      resolve: ({ absentPaths }) => [...absentPaths],
    }),
    failedDeployments: t.field({
      type: [FailedDeploymentNode],
      extensions: { bounded: problemGroupsMax },
      resolve: ({ failedDeployments }) => [...failedDeployments],
    }),
    groups: t.field({ type: [ProblemGroup], extensions: { bounded: problemGroupsMax }, resolve: ({ groups }) => [...groups] }),
    records: t.exposeInt('records'),
    arrived: t.exposeInt('arrived'),
    isCut: t.exposeBoolean('isCut'),
    failedFollowUps: t.exposeInt('failedFollowUps'),
  }),
})

const within = (value: number, max: number, name: string): number => {
  if (value >= 1 && value <= max) return value
  const message = `It must be from 1 to ${max}.`
  throw refusal('request/malformed', { message, errors: [{ path: `/${name}`, message }] })
}

builder.objectField(ConnectorNode, 'timeline', (t) =>
  t.field({
    type: TimelinePage,
    description: 'Its runs, what people did to it and how its deployments ended, newest first.',
    args: {
      kinds: t.arg({ type: [TimelineKind], required: false, description: 'Of each kind when none is named.' }),
      page: t.arg.int({ required: false, defaultValue: 1 }),
      limit: t.arg.int({ required: false, defaultValue: timelinePageSize }),
    },
    resolve: ({ connector, companyId }, { kinds, page, limit }, { db }) =>
      pageOfTimeline(db, {
        companyId,
        connectorId: connector._id,
        kinds: timelineKinds.filter((kind) => !kinds?.length || kinds.includes(kind)),
        page: within(page ?? 1, pageMax, 'page'),
        limit: within(limit ?? timelinePageSize, pageSize.max, 'limit'),
      }),
  }),
)

builder.objectField(ConnectorNode, 'problems', (t) =>
  t.field({
    type: ProblemGroups,
    description: 'Failed runs, deployments and records by cause. Defaults to the last day. `to` is not included.',
    args: { from: t.arg({ type: 'Instant', required: false }), to: t.arg({ type: 'Instant', required: false }) },
    resolve: async ({ connector, companyId }, { from, to }, { db, recordNames }) => {
      const of = { companyId, connectorId: connector._id }
      const found = await problemGroups(db, { ...of, from, to })
      const names = await recordNames(
        of,
        found.groups.map(({ example }) => example.transactionId),
      )
      const groups = found.groups.map(({ example, ...group }) => ({
        ...group,
        example: { ...example, recordName: names.get(example.transactionId) ?? null },
      }))
      return { ...found, groups }
    },
  }),
)
