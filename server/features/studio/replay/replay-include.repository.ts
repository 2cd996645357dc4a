/** Which records of a plan are sent. */
import type { ReplayInclude, ReplayStanding } from '#contract/studio/replay.ts'

const always: readonly ReplayStanding[] = ['new', 'never-arrived']
const asked = ['arrived', 'unknown', 'skipped'] as const satisfies readonly ReplayStanding[]

/** The standings that are sent by a choice. */
export const sentStandings = (include: ReplayInclude): readonly ReplayStanding[] => [
  ...always,
  ...asked.filter((standing) => include[standing]),
]

/** Whether a record of this standing is sent. */
export const isSent = (standing: ReplayStanding, include: ReplayInclude): boolean => sentStandings(include).includes(standing)
