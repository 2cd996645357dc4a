/** Whether starts are late. */
import type { LateStart, MadeStart } from './alarm-evidence.repository.ts'
import { at, count, type Finding, found, foundNothing } from './finding.ts'

const minute = 60_000

/** A start whose grace is over. */
export function judgeLate(it: LateStart, now: Date): Finding {
  const { dueAt, graceMinutes, isQueued } = it
  const lateFrom = new Date(dueAt.getTime() + graceMinutes * minute)
  const due = `A run was due ${dueAt.toISOString()} and should have started by ${lateFrom.toISOString()}.`
  const [state, next] = isQueued
    ? ['the run was still in the queue', 'The run starts as soon as an engine has capacity.']
    : [
        'no run had started',
        'The run starts as soon as an engine is available. If it stays overdue, check that the engine is running.',
      ]
  return found(it, 'late', {
    reason: `${due} At ${now.toISOString()}, ${state}.`,
    next,
    figures: [at('dueAt', dueAt), count('graceMinutes', graceMinutes), at('judgedAt', now)],
  })
}

/** A connector that was late and is not any more. */
export function judgeMade(it: MadeStart): Finding {
  const { lastRunAt, nextAt, since } = it
  const next = nextAt === null ? '' : ` The next run is due ${nextAt.toISOString()}.`
  const hasRun = lastRunAt !== null && lastRunAt >= since
  const what = hasRun ? `A run started ${lastRunAt.toISOString()}.` : 'No further run is due.'
  return foundNothing(it, 'late', `${what}${next}`)
}
