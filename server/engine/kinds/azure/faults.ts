/** What Azure's refusals mean. Its own words come first. */
import type { ForeignAnswer, Problem, ProblemCode } from '#contract/kit/problem.ts'
import { type Masked, type Outcome, SourceFault } from '../../kit/kind.ts'
import { foreignAnswer, isAccepted, isRetried, retryAfter } from '../http/response/answer.ts'
import { faultOf } from '../http/response/refusing.ts'
import { outcomeOfReaching } from '../reaching.ts'
import { remoteProblem } from '../remote-problem.ts'
import { AzureFault } from './container.ts'

const unescaped = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')

/** The code that Azure gives, e.g. `ContainerNotFound`; empty when it gives none. */
export function azureCode({ answer: { headers, body } }: AzureFault): string {
  return headers['x-ms-error-code'] ?? /<Code>(\w+)<\/Code>/.exec(body.toString('utf8'))?.[1] ?? ''
}

function sentenceOf(fault: AzureFault): string {
  const { status, body } = fault.answer
  const code = azureCode(fault)
  const said = /<Message>([^<\n]+)/.exec(body.toString('utf8'))?.[1]
  if (isAccepted(status)) return `Azure's response (${status}) can't be read.`
  return said ? `${unescaped(said.trim())} (${status}${code && ` ${code}`})` : `Azure returned ${status}${code && ` ${code}`}.`
}

function problemOf(fault: AzureFault, code: ProblemCode, masked: Masked): Problem {
  const answer: ForeignAnswer = foreignAnswer(fault.answer, masked)
  const wait = retryAfter(fault.answer.headers['retry-after'], Date.now())
  return remoteProblem(code, { message: masked(sentenceOf(fault)), answer, ...(wait === undefined ? {} : { retryAfter: wait }) })
}

/** The fault of reading. What is neither Azure's nor of the way to it is thrown on. */
export function sourceFault(thrown: unknown, masked: Masked): SourceFault {
  if (!(thrown instanceof AzureFault)) return faultOf(thrown)
  const { status } = thrown.answer
  const code = isAccepted(status) ? 'source/unreadable' : status >= 500 || isRetried(status) ? 'source/failing' : 'source/refused'
  return new SourceFault(problemOf(thrown, code, masked), isRetried(status), { cause: thrown })
}

/** Refusals that the next blob would meet as well. */
const refusesCaller = new Set([401, 403, 404])

/** What became of a delivery that failed. What is neither Azure's nor of the way to it is thrown on. */
export function failedOutcome(thrown: unknown, masked: Masked): Outcome {
  if (thrown instanceof AzureFault) {
    const { status } = thrown.answer
    if (status === 413) return { outcome: 'too-large', problem: problemOf(thrown, 'destination/refused', masked) }
    if (isRetried(status)) return { outcome: 'retry', problem: problemOf(thrown, 'destination/failing', masked) }
    const about = refusesCaller.has(status) ? 'caller' : 'delivery'
    return { outcome: 'refused', problem: problemOf(thrown, 'destination/refused', masked), about }
  }
  return outcomeOfReaching(thrown)
}
