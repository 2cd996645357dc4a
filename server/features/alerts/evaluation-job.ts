/** Judges alarms a minute after the last time, for as long as the process lives. */
import type { Logger } from 'pino'

import { type EvaluationDeps, judgeOnce } from './alarm-evaluation.ts'

/** Milliseconds. */
const pause = 60_000

/** Until the returned function is called; that one waits for what is under way. */
export function startAlarmEvaluation(deps: EvaluationDeps & { readonly log: Pick<Logger, 'warn'> }): () => Promise<void> {
  let isOver = false
  let timer: NodeJS.Timeout | undefined
  let work = Promise.resolve()
  const later = () => {
    timer = setTimeout(() => {
      work = judgeOnce({ ...deps, isOver: () => isOver })
        .catch((thrown: unknown) => deps.log.warn({ err: thrown }, 'evaluating alerts failed, will retry in a minute'))
        .then(() => {
          if (!isOver) later()
        })
    }, pause)
    timer.unref()
  }
  later()
  return async () => {
    isOver = true
    clearTimeout(timer)
    await work
  }
}
