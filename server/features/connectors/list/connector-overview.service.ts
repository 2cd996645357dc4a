/** The list of connectors as a person sees it, a page at a time. */
import type { Kysely } from 'kysely'

import type { HealthLevel } from '#contract/connectors/details/health.ts'
import { type Condition, conditionOf, conditions, troubled } from '#contract/connectors/list/connector-condition.ts'
import type { OverviewVariables } from '#contract/connectors/list/connector-overview.graphql.ts'
import {
  type Overview,
  type OverviewItem,
  type OverviewSort,
  type OverviewSummary,
  overviewHours,
} from '#contract/connectors/list/connector-overview.ts'
import type { OverviewSelection } from '#contract/connectors/list/connector-selection.ts'
import type { Run } from '#contract/connectors/runs/run.ts'
import { inOneSnapshot } from '#server/platform/database/commit.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { Caller, TenantScope } from '#server/platform/security/access.ts'
import { tenantScopeOf } from '../../kit/tenant-scope.ts'
import { healthsOf } from '../details/connector-health.repository.ts'
import { runSummaryOf, sidesOf } from '../details/connector-presenter.ts'
import { connectorsOf, type ListedConnector } from '../details/connectors.repository.ts'
import { type ShownRecord, showTriggers } from '../triggers/connector-trigger.ts'
import { attentionOf, type Judged } from './attention.ts'
import {
  type Day,
  daySums,
  firstStepsOf,
  hoursOf,
  isJobShown,
  lastRuns,
  pageOfConnectors,
  raisedAlerts,
  recordsIn,
  statusesOf,
} from './connector-overview.repository.ts'

type Db = Kysely<Tables>

const still: readonly number[] = new Array<number>(overviewHours).fill(0)
const unknownHealth = { level: 'noRecentData', reason: '', runId: null, measuredAt: null } as const

type Found = {
  readonly run: Run | undefined
  readonly hours: readonly number[] | undefined
  readonly condition: Condition | undefined
}

function itemOf(record: ShownRecord<ListedConnector>, { run, hours = still, condition }: Found): OverviewItem {
  const { connector, triggered, health, deployed } = record
  const { _id, name, connectorType, status, statusReason } = connector
  return {
    ...{ id: _id, name, connectorType, status, statusReason },
    condition: condition ?? conditionOf(status, health.level as HealthLevel),
    nextRunAt: triggered.schedule?.nextRunAt ?? null,
    heldEvents: triggered.heldEvents ?? null,
    ...sidesOf(record),
    health,
    undeployedChanges: [...deployed.undeployedChanges],
    failedDeployment: deployed.failedDeployment,
    lastRun: run ? runSummaryOf(run) : null,
    hours: [...hours],
  }
}

/**
 * Every connector that the caller sees, by name, with its condition; `isFound` says which of them are selected. Only of those that are active the
 * health is read.
 */
export async function judgedOf(db: Db, tenantScope: TenantScope, selection: OverviewSelection): Promise<readonly Judged[]> {
  const listed = await statusesOf(db, tenantScope, selection)
  const active = listed.filter(({ status }) => status === 'Active').map(({ id }) => id)
  const healths = await healthsOf(db, tenantScope.companyId, active)
  return listed.map((it) => {
    const health = healths.get(it.id) ?? unknownHealth
    const condition = conditionOf(it.status, health.level, it.waiting, it.isRunning)
    const isFound = it.isFound && (selection.condition.length === 0 || selection.condition.includes(condition))
    return { ...it, health, condition, isFound }
  })
}

async function summaryOf(
  db: Db,
  tenantScope: TenantScope,
  judged: readonly Judged[],
  { all }: Day,
): Promise<Omit<OverviewSummary, 'bulkJob'>> {
  const count = (condition: Condition) => judged.filter((it) => it.condition === condition).length
  return {
    counts: conditions.map((condition) => ({ condition, count: count(condition) })),
    ...all,
    raisedAlerts: await raisedAlerts(db, tenantScope),
    firstSteps: await firstStepsOf(
      db,
      tenantScope.companyId,
      judged.map(({ id }) => id),
    ),
    attention: await attentionOf(db, tenantScope.companyId, judged),
    needAttention: troubled.reduce((sum, condition) => sum + count(condition), 0),
  }
}

/** A page of those that are found, in the order of their condition, their records or their name. */
function pageInMemory(judged: readonly Judged[], { sort, direction, limit, offset }: OverviewVariables, { of }: Day) {
  const found = judged.filter((it) => it.isFound)
  const turned = direction === 'ascending' ? 1 : -1
  const recordsOf = ({ id }: Judged) => {
    const sums = of.get(id)
    return sums === undefined ? null : recordsIn(sums)
  }
  // Equals stay by name, whichever way it is sorted; what read nothing is last.
  const orders: Partial<Record<OverviewSort, (a: Judged, b: Judged) => number>> = {
    condition: (a, b) => turned * (conditions.indexOf(a.condition) - conditions.indexOf(b.condition)),
    throughput: (a, b) => {
      const [one, other] = [recordsOf(a), recordsOf(b)]
      return one === null || other === null ? Number(one === null) - Number(other === null) : turned * (one - other)
    },
  }
  const order = orders[sort]
  const inOrder = order === undefined ? found : found.toSorted(order)
  return { ids: inOrder.slice(offset, offset + limit).map(({ id }) => id), total: found.length }
}

async function pageOf(db: Db, tenantScope: TenantScope, judged: readonly Judged[], asked: OverviewVariables, ofDay: Day) {
  const { sort, condition } = asked
  if (sort === 'condition' || sort === 'throughput') return pageInMemory(judged, asked, ofDay)
  if (condition.length === 0) return pageOfConnectors(db, tenantScope, { ...asked, sort })
  const { ids } = pageInMemory(judged, { ...asked, offset: 0, limit: judged.length }, ofDay)
  return pageOfConnectors(db, tenantScope, { ...asked, sort, among: ids })
}

export function createConnectorOverviewService({ db }: { readonly db: Db }) {
  return {
    /** One page of what the caller sees, and the sums of all. A page behind the last one is empty and tells how many there are. */
    async page(caller: Caller, wanted: OverviewVariables): Promise<Overview> {
      const tenantScope = tenantScopeOf(caller)
      const asked = { ...wanted, search: wanted.search.trim() }
      return inOneSnapshot(db, async (tx) => {
        const judged = await judgedOf(tx, tenantScope, asked)
        const ofDay = await daySums(tx, tenantScope)
        const { ids, total } = await pageOf(tx, tenantScope, judged, asked, ofDay)
        const records = await showTriggers(tx, await connectorsOf(tx, tenantScope, ids))
        const runs = await lastRuns(tx, tenantScope.companyId, ids)
        const hours = await hoursOf(tx, tenantScope.companyId, ids, ofDay)
        const conditionsById = new Map(judged.map((it) => [it.id, it.condition]))
        const found = new Map(records.map((record) => [record.connector._id, record]))
        const items = ids.flatMap((id) => {
          const record = found.get(id)
          return record ? [itemOf(record, { run: runs.get(id), hours: hours.of.get(id), condition: conditionsById.get(id) })] : []
        })
        const bulkJob = await isJobShown(tx, caller.userId)
        const summary = { ...(await summaryOf(tx, tenantScope, judged, ofDay)), bulkJob }
        return { total, offset: asked.offset, hoursSince: hours.since.toISOString(), summary, items }
      })
    },
  }
}
