/** Whether starts are late. */
import type { LateStart, MadeStart } from './alarm-evidence.repository.ts'
import { at, count, type Finding, found, foundNothing } from './finding.ts'

const minute = 60_000

/** A start whose grace is over. */
export function judgeLate(it: LateStart, now: Date): Finding {
  const { dueAt, graceMinutes, isQueued } = it
  const lateFrom = new Date(dueAt.getTime() + graceMinutes * minute)
  const due = `A run should have started by ${lateFrom.toISOString()}: it was due ${dueAt.toISOString()}`
  const [state, next] = isQueued
    ? ['it waits in the queue', 'It runs as soon as an engine has room for it.']
    : ['none was started', 'It runs as soon as an engine is there. If that takes longer, see whether the engine runs.']
  return found(it, 'late', {
    reason: `${due}, and at ${now.toISOString()} ${state}.`,
    next,
    figures: [at('dueAt', dueAt), count('graceMinutes', graceMinutes), at('judgedAt', now)],
  })
}

/** A connector that was late and is not any more. */
export function judgeMade(it: MadeStart): Finding {
  const { lastRunAt, nextAt, since } = it
  const next = nextAt === null ? '' : ` The next one is due ${nextAt.toISOString()}.`
  const hasRun = lastRunAt !== null && lastRunAt >= since
  const what = hasRun ? `A run was started ${lastRunAt.toISOString()}.` : 'No further start is due.'
  return foundNothing(it, 'late', `${what}${next}`)
}
