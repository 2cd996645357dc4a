import { fromPromise } from 'xstate'

import { type Problem, type ProblemCode, ProblemError, problem } from '#contract/kit/problem.ts'

export type TimeLimit = {
  /** Milliseconds after which it is aborted; null where a person is waited for. */
  readonly limit?: number | null
  /** What the machine hears then. */
  readonly late?: ProblemCode | Problem
}

/**
 * An actor that asks a service, and the one place where a request has its time limit: a machine hears of it in `onError`. Whoever has
 * left the state hears nothing: in development React stops each actor once and revives it, and the abort of its first life must not
 * end the second.
 */
export function actorFrom<Output, Input>(
  ask: (input: Input, signal: AbortSignal) => Promise<Output>,
  { limit = 60_000, late = 'net/timeout' }: TimeLimit = {},
) {
  const logic = fromPromise<Output, Input>(
    ({ input, signal }) =>
      new Promise((resolve, reject) => {
        const ending = new AbortController()
        const end = () => {
          clearTimeout(timer)
          ending.abort()
        }
        const giveUp = () => {
          reject(new ProblemError(typeof late === 'string' ? problem(late) : late))
          ending.abort()
        }
        const timer = limit === null ? undefined : setTimeout(giveUp, limit)
        signal.addEventListener('abort', end, { once: true })
        ask(input, ending.signal)
          .then(resolve, (thrown: unknown) => {
            if (!signal.aborted) reject(thrown)
          })
          .finally(() => {
            clearTimeout(timer)
            signal.removeEventListener('abort', end)
          })
      }),
  )
  return Object.assign(logic, { limit, late })
}
