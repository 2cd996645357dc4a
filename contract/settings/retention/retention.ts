/** The section Retention Policy: what it is, what it would remove, and what it has removed. `worklist.md` C-6. */
import Type, { type Static, type TSchema } from 'typebox'
import { endpoint } from '../../kit/endpoint.ts'
import { Count, closed, Id, Instant, oneOf, orNull, PageNumber, pageOf } from '../../kit/schemas.ts'
import { never, retentionAreas, retentionChoices, retentionLimits } from './retention-limits.ts'
import { retentionReportStates } from './retention-report.lifecycle.ts'

const daysOf = (choices: readonly number[]) => Type.Unsafe<number>(Type.Union(choices.map((days) => Type.Literal(days))))
const choice = {
  integrationLogs: daysOf(retentionChoices.integrationLogs),
  auditLogs: daysOf(retentionChoices.auditLogs),
  userData: daysOf(retentionChoices.userData),
}
const { min, max } = retentionLimits.maxBackupsToKeep

const Logs = <T extends TSchema>(days: T) =>
  closed({
    retentionDays: days,
    /** Whether what is removed is written to a file before. */
    autoArchive: Type.Boolean(),
    /** Always the retention period: data is archived when it is removed. */
    archiveAfterDays: days,
  })

export const RetentionPolicy = closed({
  /** Off: nothing is removed. */
  enabled: Type.Boolean(),
  integrationLogs: Logs(choice.integrationLogs),
  auditLogs: Logs(choice.auditLogs),
  userData: closed({
    retentionDays: choice.userData,
    /** Whether the deletion of people who are due is requested every night. */
    autoDelete: Type.Boolean(),
    /** Always true. */
    requireApproval: Type.Boolean(),
  }),
  backups: closed({
    retentionDays: daysOf(retentionChoices.backups),
    maxBackupsToKeep: Type.Integer({ minimum: min, maximum: max }),
    autoCleanup: Type.Boolean(),
  }),
})
export type RetentionPolicy = Static<typeof RetentionPolicy>

const Due = Type.Object({
  /** What is older is due; null where the period is "never". */
  before: orNull(Instant),
  due: Count,
  total: Count,
  /** More than a night removes without being asked again. */
  isOverCap: Type.Boolean(),
})
export type Due = Static<typeof Due>

export const RetentionPreview = Type.Object({
  integrationLogs: Due,
  auditLogs: Due,
  userData: Due,
  /** When the next removal begins. */
  nextAt: Instant,
  /** Days after which the operator of this installation removes logs of all companies; null: never. */
  operatorDays: orNull(Count),
})
export type RetentionPreview = Static<typeof RetentionPreview>

const Archive = Type.Object({
  id: Id,
  /** Lines of the file. */
  records: Count,
  bytes: Count,
  /** Of the file that is downloaded. */
  sha256: Type.String(),
})

export const RetentionReport = Type.Object({
  id: Id,
  area: oneOf(...retentionAreas),
  /** `held` waits for a confirmation. */
  status: oneOf(...retentionReportStates),
  beganAt: Instant,
  endedAt: orNull(Instant),
  cutoff: Instant,
  due: Count,
  total: Count,
  removed: Type.Record(Type.String(), Count),
  kept: Type.Record(Type.String(), Count),
  error: orNull(Type.String()),
  confirmedBy: orNull(Type.String()),
  archives: Type.Array(Archive),
})
export type RetentionReport = Static<typeof RetentionReport>

const administrators = { access: ['SUPER_ADMIN', 'ADMIN'], forbidden: 'settings/forbidden' } as const
const path = '/api/system-settings/retention'
/** Of a query, where numbers come as text. */
const optionalDays = (choices: readonly number[]) =>
  Type.Optional(Type.Integer({ minimum: never, maximum: Math.max(...choices) }))

export const retentionEndpoints = {
  preview: endpoint({
    ...{ ...administrators, method: 'GET', path: `${path}/preview`, scope: 'settings:read' },
    summary: 'Preview what a retention policy would remove. Omitted periods use saved values',
    query: closed({
      integrationLogs: optionalDays(retentionChoices.integrationLogs),
      auditLogs: optionalDays(retentionChoices.auditLogs),
      userData: optionalDays(retentionChoices.userData),
    }),
    status: 200,
    reply: RetentionPreview,
  }),
  reports: endpoint({
    ...{ ...administrators, method: 'GET', path: `${path}/reports`, scope: 'settings:read' },
    summary: 'List what the retention policy has removed, newest first',
    query: closed({ page: Type.Optional(PageNumber), limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })) }),
    status: 200,
    reply: pageOf(RetentionReport),
  }),
  confirm: endpoint({
    ...{ ...administrators, method: 'POST', path: `${path}/reports/:id/confirm`, scope: 'session', audit: 'retention.confirmed' },
    summary: 'Confirm a removal that was held back because of its size',
    params: closed({ id: Id }),
    status: 200,
    reply: RetentionReport,
  }),
  archive: endpoint({
    ...{ ...administrators, method: 'GET', path: `${path}/archives/:id`, scope: 'session', audit: 'retention.archiveDownloaded' },
    summary: 'Download an archive as NDJSON',
    params: closed({ id: Id }),
    status: 200,
    reply: Type.String(),
    file: { type: 'application/x-ndjson; charset=utf-8', name: 'archive.ndjson' },
  }),
} as const
