/** The state of the installation, for its operator. Every figure is measured when it is read; what is not known is null. */
import Type, { type Static } from 'typebox'

import { conditions } from '../connectors/list/connector-condition.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Count, Duration, Id, Instant, oneOf, orNull } from '../kit/schemas.ts'
import { checkLevels, platformChecks } from './platform-checks.ts'

export const PlatformCheck = Type.Object({
  id: oneOf(...platformChecks),
  level: oneOf(...checkLevels),
  /** In the unit of its threshold; null where it is not known. */
  value: orNull(Type.Number()),
})
export type PlatformCheck = Static<typeof PlatformCheck>

export const ProcessState = Type.Object({
  /** Name of the machine and number of the process. */
  id: Type.String(),
  role: oneOf('both', 'api', 'worker'),
  version: Type.String(),
  startedAt: Instant,
  seenAt: Instant,
  /** Whether it has not been seen for longer than it may be. */
  isSilent: Type.Boolean(),
  /** 99 % of the delays of the event loop in the past minute are below it; milliseconds. */
  eventLoop: Type.Number({ minimum: 0 }),
  /** Resident memory in bytes. */
  memory: Count,
  /** Runs that it executes now. */
  runs: Count,
  pool: Type.Object({ open: Count, idle: Count, waiting: Count }),
})
export type ProcessState = Static<typeof ProcessState>

export const TableSize = Type.Object({
  name: Type.String(),
  bytes: Count,
  /** As the database estimates them; null where it does not. */
  rows: orNull(Count),
  /** Partitions by week; 0 of a table without. */
  partitions: Count,
})

export const PlatformState = Type.Object({
  checkedAt: Instant,
  /** Those with an open alert or a failed connector need attention. */
  customers: Type.Object({ total: Count, needAttention: Count }),
  /** `alerts`: with an open alert; `failed`: whose first deployment failed. */
  connectors: Type.Object({ total: Count, active: Count, alerts: Count, failed: Count }),
  /** That were processed in the past 24 hours, the hour that is not over included. */
  records: Type.Object({ total: Count, failed: Count }),
  queue: Type.Object({ records: Count, runs: Count, oldest: orNull(Duration) }),
  /** Calls of the API in the past hour by all processes; `p95` is null where there were none. */
  api: Type.Object({ p95: orNull(Type.Number()), calls: Count, errors: Count }),
  checks: Type.Array(PlatformCheck),
  processes: Type.Array(ProcessState),
  /** Of the key that secrets are sealed with: all processes have the same one. */
  keyId: Type.String(),
  circuits: Type.Array(Type.Object({ host: Type.String(), state: Type.String() })),
  database: Type.Object({
    kind: oneOf('embedded', 'postgres'),
    version: Type.String(),
    bytes: Count,
    /** The largest ones. */
    tables: Type.Array(TableSize),
    /** What the ledger holds of each week, the newest first; weeks that stand ready are nearly empty. */
    weeks: Type.Array(Type.Object({ begins: Instant, bytes: Count })),
    /** Weeks of the ledger that lie in files; `after` so many weeks a closed one does, null: never. */
    cold: Type.Object({ after: orNull(Count), weeks: Count, rows: Count, bytes: Count }),
    migration: Type.Object({ name: Type.String(), appliedAt: Instant }),
  }),
  waiting: Type.Object({
    supportRequests: Count,
    newest: Type.Array(Type.Object({ id: Id, subject: Type.String(), company: Type.String(), createdAt: Instant })),
  }),
})
export type PlatformState = Static<typeof PlatformState>

/** The own company as its administrators see it. */
export const CompanyState = Type.Object({
  people: Type.Object({
    active: Count,
    /** Of the active ones. */
    withSecondFactor: Count,
    unconfirmed: Count,
    deactivated: Count,
  }),
  /** By condition. */
  connectors: Type.Array(Type.Object({ condition: oneOf(...conditions), count: Count })),
  records: Type.Object({ total: Count, failed: Count }),
  openAlerts: Count,
  waiting: Type.Object({ invitations: Count, deletions: Count, retention: Count, support: Count }),
})
export type CompanyState = Static<typeof CompanyState>

export const adminEndpoints = {
  platform: endpoint({
    method: 'GET',
    path: '/api/admin/platform',
    summary: 'Get the state of processes, queues and database, and open operator tasks',
    access: ['SUPER_ADMIN'],
    scope: 'session',
    status: 200,
    reply: PlatformState,
  }),
  company: endpoint({
    method: 'GET',
    path: '/api/admin/company',
    summary: "Get your company's people, connectors by health, open alerts and open tasks",
    access: ['SUPER_ADMIN', 'ADMIN'],
    scope: 'session',
    status: 200,
    reply: CompanyState,
  }),
} as const
