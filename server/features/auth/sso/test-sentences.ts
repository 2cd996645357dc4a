/** What an administrator reads about a test of the identity provider. */
import type { ProblemError } from '#contract/kit/problem.ts'
import type { Decision } from './decision.ts'

const reasonMax = 300
/** The sentence of a refusal, with its cause: administrators set the provider up by it. */
export function said({ problem: { message }, cause }: ProblemError): string {
  const reason = cause instanceof Error ? cause.message : ''
  return reason === '' ? message : `${message} (${reason.slice(0, reasonMax)})`
}

export function sentenceOf(outcome: Decision | string): { passed: boolean; decision: string } {
  if (typeof outcome === 'string') return { passed: false, decision: outcome }
  if (outcome.type === 'refused') return { passed: false, decision: `This sign-in would be refused. ${outcome.reason}` }
  if (outcome.type === 'new')
    return { passed: true, decision: `${outcome.email} would be signed in as a new member with the role USER.` }
  return { passed: true, decision: `${outcome.email} would be signed in as an existing member.` }
}
