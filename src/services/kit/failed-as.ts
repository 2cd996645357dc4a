import { ProblemError, toProblem } from '#contract/kit/problem.ts'

/** What says nothing by itself. */
const unknown: readonly string[] = ['bug/unexpected', 'net/malformed-reply']

/** A failed call under a title of the specification; its own sentence where nothing else is known. The server's message goes before it. */
export function failedAs<Reply>(title: string, sentence: string, asking: Promise<Reply>): Promise<Reply> {
  return asking.catch((thrown: unknown) => {
    const problem = toProblem(thrown)
    const message = unknown.includes(problem.code) ? sentence : problem.message
    throw new ProblemError({ ...problem, title, message }, { cause: thrown })
  })
}
