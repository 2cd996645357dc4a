/** Errors of GraphQL as problems of the catalogue: the whole problem stands in `extensions`, and nothing else is said. */
import type { FastifyBaseLogger } from 'fastify'
import { GraphQLError } from 'graphql'

import { type Problem, ProblemError, problem } from '#contract/kit/problem.ts'
import { problemOf } from '#server/platform/http/problem-handler.ts'

/** Characters of what the library says about a document. */
const messageMax = 300

/** The library repeats what was sent and guesses names of fields: neither leaves the server. */
function sentenceOf(said: string): string {
  const plain = said
    .replace(/ Did you mean .*$/s, '')
    .replace(/^Syntax Error: (?=Query depth)/, '')
    .replace(/^(Variable "\$\w+" got invalid value).*?((?: at "[^"]*")?; )/s, '$1$2')
  return plain.length > messageMax ? `${plain.slice(0, messageMax)}…` : plain
}

const isProblem = (extensions: Readonly<Record<string, unknown>>): boolean =>
  typeof extensions['code'] === 'string' && extensions['code'].includes('/') && typeof extensions['status'] === 'number'

const wrapped = (it: Problem, from?: GraphQLError): GraphQLError =>
  new GraphQLError(it.message, {
    ...(from?.path ? { path: from.path } : {}),
    // What a resolver refuses is a part of an answer; without a path there is none.
    extensions: { ...it, ...(from?.path ? {} : { http: { status: it.status } }) },
  })

/** The first error that is under an error of the library; the library wraps more than once. */
function causeOf(thrown: unknown): unknown {
  return thrown instanceof GraphQLError && thrown.originalError ? causeOf(thrown.originalError) : thrown
}

/** Total, and the same again for what it returned itself. What is nobody's fault but ours is logged. */
export function toGraphError(thrown: unknown, log: FastifyBaseLogger): GraphQLError {
  if (thrown instanceof GraphQLError && isProblem(thrown.extensions)) return thrown
  const outer = thrown instanceof GraphQLError ? thrown : undefined
  const cause = causeOf(thrown)
  if (cause instanceof ProblemError) return wrapped(cause.problem, outer)
  if (cause instanceof GraphQLError) {
    if (isProblem(cause.extensions)) return cause
    return wrapped(problem('graph/invalid', { message: sentenceOf(cause.message) }), outer)
  }
  const it = problemOf(cause)
  if (it.code === 'bug/unexpected') log.error({ err: cause }, 'unexpected')
  else if (it.status >= 500) log.warn({ err: cause }, it.code)
  return wrapped(it, outer)
}
