import { type Problem, toProblem } from '#contract/kit/problem.ts'

/** What actions and guards receive about a failure. */
export type Failure = { readonly problem: Problem }

/** The `params` of an action or a guard in an `onError`: the error as a problem of the catalogue. */
export const failure = ({ event }: { readonly event: { readonly error: unknown } }): Failure => ({
  problem: toProblem(event.error),
})

/** The action of an `onError` that keeps what went wrong. The machine's `setup` says what `rememberProblem` does. */
export const rememberProblem = { type: 'rememberProblem', params: failure } as const

/** What `rememberProblem` does where the context has a `problem`: `rememberProblem: assign(keepProblem)`. */
export const keepProblem = (_: unknown, { problem }: Failure) => ({ problem })
