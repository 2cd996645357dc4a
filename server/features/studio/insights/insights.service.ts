/** AI Insights of a connector: reads its history, asks the rules, and links what they find to what they counted. */
import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { refusal } from '#contract/kit/problem.ts'
import { remoteMessage } from '#contract/kit/reason/remote-reason.ts'
import {
  baselineTimes,
  type DismissReason,
  driftRecords,
  type Insight,
  type Insights,
  insightDaysMax,
} from '#contract/studio/insights.ts'
import { figuresOf, type Span, type VolumeSums } from '#server/engine/ledger/ledger-sums.repository.ts'
import { requestedSpan } from '#server/engine/ledger/statistic.ts'
import { inOneSnapshot } from '#server/platform/database/commit.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { Caller } from '#server/platform/security/access.ts'
import type { Vault } from '#server/platform/security/vault.ts'
import { findConnector } from '../../connectors/details/connectors.repository.ts'
import { absentPaths } from '../../connectors/problems/absent-paths.ts'
import type { CauseEvidenceService } from '../../connectors/problems/cause-evidence.service.ts'
import { groupsWithArrivals } from '../../connectors/problems/problem-group.ts'
import { lostFor } from '../../connectors/problems/problem-groups.repository.ts'
import { pageOfTransactions } from '../../connectors/runs/transactions.repository.ts'
import { tenantScopeOf } from '../../kit/tenant-scope.ts'
import { credentialsOf } from './credentials.repository.ts'
import { type Drift, driftOf } from './drift.ts'
import { expiryOf } from './expiry.ts'
import type { History, LostCause } from './history.ts'
import { type ConnectorKey, countedIn, dismiss, dismissedOf, restore, stepHours } from './insights.repository.ts'
import { type Finding, findingsOf } from './rules.ts'

type Deps = { readonly db: Kysely<Tables>; readonly vault: Vault; readonly evidence: Pick<CauseEvidenceService, 'read'> }
type InsightsQuery = { readonly id: string; readonly from?: string | undefined; readonly to?: string | undefined }

const day = 86_400_000
/** Causes whose records are compared. */
const comparedCauses = 3
/** Causes that are looked at. */
const causesMax = 20
/** A time that ended this long ago, in milliseconds, is the present. */
const presentWithin = 300_000

const iso = (at: number) => new Date(at).toISOString()
const total = ({ delivered, failed, skipped, unknown }: Omit<VolumeSums, 'took' | 'unchanged' | 'leftOut'>) =>
  delivered + failed + skipped + unknown
const idOf = (connectorId: string, { kind, key }: Finding) =>
  createHash('md5')
    .update(JSON.stringify([connectorId, kind, key]))
    .digest('hex')

/** Where what was counted is listed, and where something can be done about it. */
function linksOf(connectorId: string, { kind, key }: Finding, { from, to }: Span): Pick<Insight, 'evidence' | 'action'> {
  const times = { from: iso(from), to: iso(to) }
  const details = (of: Readonly<Record<string, string>>) => `/details/${connectorId}?${new URLSearchParams({ ...of, ...times })}`
  const studio = (of: Readonly<Record<string, string>>) => `/details/${connectorId}/studio?${new URLSearchParams(of)}`
  const replay = (problem: string) =>
    ({ kind: 'replay', href: studio({ tab: 'replay', problem, since: iso(from), until: iso(to), plan: 'now' }) }) as const
  const mapping = { kind: 'mapping', href: `/edit-integration/data-mapping/${connectorId}` } as const
  const [problem = ''] = key.split(' ')
  const part = problem
  switch (kind) {
    case 'new-cause':
      return { evidence: details({ tab: 'transactions', problem }), action: replay(problem) }
    case 'field-differs':
      return { evidence: details({ tab: 'transactions', problem }), action: mapping }
    case 'failure-rate':
      return {
        evidence: details({ tab: 'transactions', status: 'failure' }),
        action: { kind: 'problem', href: details({ tab: 'problems' }) },
      }
    case 'absent-field':
      return { evidence: details({ tab: 'problems' }), action: mapping }
    case 'empty-runs':
      return { evidence: details({ tab: 'runs' }), action: { kind: 'trigger', href: `/edit-integration/${connectorId}` } }
    case 'source-drift':
      return { evidence: details({ tab: 'transactions' }), action: mapping }
    case 'batch-size': {
      const href = `/edit-integration/destination-configuration/${connectorId}`
      return { evidence: details({ tab: 'transactions' }), action: { kind: 'delivery', href } }
    }
    case 'credential-expiry': {
      const step = part === 'source' || part === 'destination' ? `${part}-configuration/${connectorId}` : null
      const href = `/edit-integration/${step ?? `enrichment-configuration/${connectorId}/${part}`}`
      return { evidence: href, action: { kind: 'credential', href } }
    }
    case 'delivered-twice':
    case 'waiting':
      return { evidence: details({ tab: 'runs' }), action: null }
    default:
      return { evidence: details({ tab: 'transactions' }), action: { kind: 'runs', href: details({ tab: 'runs' }) } }
  }
}

export type InsightsService = ReturnType<typeof createInsightsService>

export function createInsightsService({ db, vault, evidence }: Deps) {
  async function whoseOf(caller: Caller, id: string): Promise<ConnectorKey> {
    const record = await findConnector(db, tenantScopeOf(caller), id)
    if (record?.connector._id !== id) throw refusal('connector/not-found')
    return { companyId: record.companyId, connectorId: id }
  }

  /** The causes of the time, the first of them with what their records have in common. */
  async function causesIn(caller: Caller, whose: ConnectorKey, now: Span, before: Span): Promise<LostCause[]> {
    const range = { from: iso(now.from), to: iso(now.to) }
    const { groups, known } = await inOneSnapshot(db, async (tx) => {
      const found = (await groupsWithArrivals(tx, { ...whose, ...range })).groups.slice(0, causesMax)
      const ids = found.map(({ id }) => id)
      const times = { ...whose, from: iso(before.from), to: iso(before.to) }
      return { groups: found, known: ids.length === 0 ? [] : await lostFor(tx, times, ids) }
    })
    const causes: LostCause[] = []
    for (const [at, { id, message, example, failed, unknown, arrived, firstAt }] of groups.entries()) {
      const read = at < comparedCauses ? await evidence.read(caller, { id: whose.connectorId, causeId: id, ...range }) : null
      causes.push({
        example: remoteMessage(example.answer ?? '') ?? example.message,
        ...{ id, message, lost: failed + unknown, arrived, firstAt, wasBefore: known.some((it) => it.id === id) },
        differences: read?.differences ?? [],
        compared: { lost: read?.lost ?? 0, delivered: read?.delivered ?? 0 },
      })
    }
    return causes
  }

  /** The newest records of both times, by their fields. */
  async function driftIn(whose: ConnectorKey, now: Span, before: Span): Promise<Drift> {
    const newest = (times: Span) => ({ ...whose, startDate: iso(times.from), endDate: iso(times.to) })
    const read = await inOneSnapshot(db, async (tx) => [
      await pageOfTransactions(tx, newest(now), 1, driftRecords),
      await pageOfTransactions(tx, newest(before), 1, driftRecords),
    ])
    const [ofNow = [], ofBefore = []] = read.map(({ transactions }) =>
      transactions.flatMap(({ payload, payloadLeftOut }) => (payload == null || payloadLeftOut ? [] : [payload])),
    )
    return driftOf(ofNow, ofBefore)
  }

  async function historyOf(caller: Caller, whose: ConnectorKey, now: Span): Promise<History> {
    const length = now.to - now.from
    const before = { from: now.from - baselineTimes * length, to: now.from }
    const times = Array.from({ length: baselineTimes + 1 }, (_, at) => ({
      from: now.from - (at + 1) * length,
      to: now.from - at * length,
    }))
    const counted = await inOneSnapshot(db, async (tx) => {
      const of = { companyId: whose.companyId, connectorIds: [whose.connectorId] }
      const { sums } = await figuresOf(tx, of, [now, before, ...times], now)
      return {
        sums,
        steps: await stepHours(tx, whose, before, now),
        absent: await absentPaths(tx, { ...whose, from: iso(now.from), to: iso(now.to) }),
        ...(await countedIn(tx, whose, now, Math.min(now.to, Date.now()))),
      }
    })
    const { sums, absent, waiting, ...others } = counted
    // What waits and what ends is so now: of a past time it is not told.
    const isPresent = now.to >= Date.now() - presentWithin
    const credentials = isPresent ? await credentialsOf(db, vault, whose) : []
    const ending = credentials.flatMap(({ part, secret }) => {
      const at = expiryOf(secret)
      return at === null ? [] : [{ part, at }]
    })
    const [ofNow, ofBefore, ...earlier] = sums
    if (!ofNow || !ofBefore) throw new Error('invariant: each span has sums')
    // Before its first record a connector moved nothing because it was not there.
    const totals = earlier.map(total)
    const first = totals.findLastIndex((it) => it > 0)
    return {
      ...{ now: ofNow, before: ofBefore, earlier: totals.slice(0, first + 1), ...others },
      absent: absent.map(({ message, count, firstAt }) => ({ message, runs: count, firstAt })),
      causes: await causesIn(caller, whose, now, before),
      waiting: isPresent ? waiting : { records: 0, since: null, minutes: 0 },
      drift: await driftIn(whose, now, before),
      expiring: ending.map(({ part, at }) => ({ part, at: iso(at), days: Math.floor((at - Date.now()) / day) })),
    }
  }

  return {
    /** @throws `connector/not-found`, `analytics/…`. */
    async list(caller: Caller, { id, from, to }: InsightsQuery): Promise<Insights> {
      const whose = await whoseOf(caller, id)
      const span = requestedSpan({ startDate: from, endDate: to }, day, Date.now())
      // Of a longer time the newest part is read.
      const now = { from: Math.max(span.from, span.to - insightDaysMax * day), to: span.to }
      const history = await historyOf(caller, whose, now)
      const { tests, findings } = findingsOf(history)
      const dismissed = new Map((await dismissedOf(db, whose)).map((it) => [it.id, it]))
      return {
        ...{ from: iso(now.from), to: iso(now.to), tests },
        ...{ records: total(history.now), recordsBefore: total(history.before) },
        insights: findings.map((it): Insight => {
          const insight = idOf(id, it)
          const known = dismissed.get(insight)
          return {
            ...{ id: insight, kind: it.kind, subject: it.subject, detail: it.detail },
            ...{ value: it.value ?? '', figures: { ...it.figures } },
            ...{ since: it.since, chance: it.chance, ...linksOf(id, it, now) },
            dismissed: known ? { reason: known.reason, by: known.by, at: known.at.toISOString() } : null,
          }
        }),
      }
    },

    /** @throws `connector/not-found`. */
    async dismiss(caller: Caller, id: string, insight: string, reason: DismissReason): Promise<{ success: true }> {
      await dismiss(db, { ...(await whoseOf(caller, id)), id: insight, reason, userId: caller.userId })
      return { success: true }
    },

    /** @throws `connector/not-found`. */
    async restore(caller: Caller, id: string, insight: string): Promise<{ success: true }> {
      await restore(db, { ...(await whoseOf(caller, id)), id: insight })
      return { success: true }
    },
  }
}
