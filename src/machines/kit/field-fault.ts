import type { Problem } from '#contract/kit/problem.ts'

/** What the server said of the field under a JSON pointer of the request; undefined when nothing. */
export const faultAt = (problem: Problem | null, path: string): string | undefined =>
  problem?.errors?.find((fault) => fault.path === path)?.message

/** What was said of a field is said no more once somebody writes in it. Null when nothing else was said. */
export function withoutFault(problem: Problem | null, path: string): Problem | null {
  if (problem === null || faultAt(problem, path) === undefined) return problem
  const errors = (problem.errors ?? []).filter((fault) => fault.path !== path)
  return errors.length === 0 ? null : { ...problem, errors }
}
