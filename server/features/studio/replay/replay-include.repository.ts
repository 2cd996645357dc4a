/** Which records of a plan are sent. */
import type { ReplayInclude, ReplayRecordStatus } from '#contract/studio/replay.ts'

const always: readonly ReplayRecordStatus[] = ['new', 'never-arrived']
const asked = ['arrived', 'unknown', 'skipped'] as const satisfies readonly ReplayRecordStatus[]

/** The standings that are sent by a choice. */
export const replayedStatuses = (include: ReplayInclude): readonly ReplayRecordStatus[] => [
  ...always,
  ...asked.filter((standing) => include[standing]),
]

/** Whether a record of this standing is sent. */
export const isSent = (standing: ReplayRecordStatus, include: ReplayInclude): boolean =>
  replayedStatuses(include).includes(standing)
