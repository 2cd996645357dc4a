/** Choices, defaults and texts of the section Retention Policy. `worklist.md` C-6, X10 to X13. */

export const retentionAreas = ['integrationLogs', 'auditLogs', 'userData', 'backups'] as const
export type RetentionArea = (typeof retentionAreas)[number]

/** The choice that keeps everything. */
export const never = -1

/** Days that can be chosen. */
export const retentionChoices = {
  integrationLogs: [7, 14, 30, 60, 90, 180, 365, never],
  auditLogs: [90, 180, 365, 730, 1095, 1825, 2555, never],
  userData: [365, 730, 1095, 1825, 2555, never],
  backups: [7, 14, 30, 60, 90, 180, 365],
} as const satisfies Record<RetentionArea, readonly number[]>

export const retentionLimits = {
  maxBackupsToKeep: { min: 1, max: 100 },
  /** Share of an area that one night removes without being asked again. */
  shareMax: 0.2,
  /** Hour of UTC from which on a night's removal begins. */
  hour: 2,
  /** Days that an archive is kept. */
  archiveDays: 2555,
  /** Days that an approval is waited for. */
  approvalDays: 7,
} as const

/** Archives are written when data is removed, so the specification's `archiveAfterDays` is always the retention period (X10). */
export const retentionDefaults = {
  enabled: false,
  integrationLogs: { retentionDays: 90, autoArchive: true, archiveAfterDays: 90 },
  auditLogs: { retentionDays: 365, autoArchive: true, archiveAfterDays: 365 },
  userData: { retentionDays: 1095, autoDelete: false, requireApproval: true },
  backups: { retentionDays: 30, maxBackupsToKeep: 10, autoCleanup: true },
} as const

export const retentionTexts = { saved: 'Retention policy settings saved successfully!' } as const
