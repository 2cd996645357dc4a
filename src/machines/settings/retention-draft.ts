/** The retention policy as it is changed: one flat field for each control; periods as the values of a list. */
import type { RetentionPolicy } from '#contract/settings/retention/retention.ts'
import { never, retentionLimits } from '#contract/settings/retention/retention-limits.ts'

export type RetentionDraft = {
  readonly enabled: boolean
  readonly integrationLogs: string
  readonly archiveLogs: boolean
  readonly auditLogs: string
  readonly archiveAudit: boolean
  readonly userData: string
  readonly autoDelete: boolean
  readonly backups: string
  /** As it is typed. */
  readonly maxBackupsToKeep: string
  readonly autoCleanup: boolean
}

export const draftOfRetention = ({
  enabled,
  integrationLogs,
  auditLogs,
  userData,
  backups,
}: RetentionPolicy): RetentionDraft => ({
  ...{ enabled, integrationLogs: String(integrationLogs.retentionDays), archiveLogs: integrationLogs.autoArchive },
  ...{ auditLogs: String(auditLogs.retentionDays), archiveAudit: auditLogs.autoArchive },
  ...{ userData: String(userData.retentionDays), autoDelete: userData.autoDelete },
  ...{ backups: String(backups.retentionDays), autoCleanup: backups.autoCleanup },
  maxBackupsToKeep: String(backups.maxBackupsToKeep),
})

export function retentionOfDraft(draft: RetentionDraft): RetentionPolicy {
  const logs = (text: string, autoArchive: boolean) => {
    const days = Number(text)
    return { retentionDays: days, autoArchive, archiveAfterDays: days }
  }
  return {
    enabled: draft.enabled,
    integrationLogs: logs(draft.integrationLogs, draft.archiveLogs),
    auditLogs: logs(draft.auditLogs, draft.archiveAudit),
    userData: { retentionDays: Number(draft.userData), autoDelete: draft.autoDelete, requireApproval: true },
    backups: {
      ...{ retentionDays: Number(draft.backups), maxBackupsToKeep: Number(draft.maxBackupsToKeep.trim()) },
      autoCleanup: draft.autoCleanup,
    },
  } as RetentionPolicy
}

const { min, max } = retentionLimits.maxBackupsToKeep

/** What is wrong with the number of backups; undefined where nothing is. */
export function faultOfBackups({ maxBackupsToKeep }: RetentionDraft): string | undefined {
  const text = maxBackupsToKeep.trim()
  const isRight = /^\d{1,3}$/.test(text) && Number(text) >= min && Number(text) <= max
  return isRight ? undefined : `Enter a number from ${min} to ${max}.`
}

/** How long a period is, in one word. */
export const badgeOf = (days: number): 'Permanent' | 'Short-term' | 'Medium-term' | 'Long-term' =>
  days === never ? 'Permanent' : days <= 30 ? 'Short-term' : days <= 365 ? 'Medium-term' : 'Long-term'
