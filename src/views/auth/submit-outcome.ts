import type { Problem } from '#contract/kit/problem.ts'

/** As a form tells it: in its own sentence, and without what stands at its fields. */
export function withSummary(problem: Problem, sentence: string, fields: readonly string[] = []): Problem {
  const errors = (problem.errors ?? []).filter(({ path }) => !fields.includes(path))
  return { ...problem, message: sentence, errors }
}

/** What the server says of a field goes on after its name. */
export const labelledFault = (label: string, fault: string | undefined) => (fault === undefined ? undefined : `${label} ${fault}`)

/** The first field of a form that the server found wrong takes the focus; the same function each time, so that it takes it once. */
export const focusFirst = (input: HTMLInputElement | null) => input?.focus()
