/** Delivers JSON over HTTP, each delivery under its own key. */
import type { DestinationConfig } from '../../../../contract/config.ts'
import { type Problem, type ProblemCode, problem } from '../../../../contract/problem.ts'
import { type FaultKind, OutboundFault } from '../../../outbound/fault.ts'
import type { OutboundAnswer } from '../../../outbound/outbound.ts'
import type { Destination, Outcome, Parcel, Tools } from '../kind.ts'
import { foreignAnswer, isAccepted, isRetried, keptBytes, retryAfter } from './answer.ts'
import { requestTemplate } from './request.ts'

const codeOfFault: Readonly<Record<FaultKind, ProblemCode>> = {
  forbidden: 'egress/refused',
  unreachable: 'destination/unreachable',
  timeout: 'destination/timeout',
  'too-large': 'destination/failing',
  unreadable: 'destination/failing',
  aborted: 'destination/timeout',
  withheld: 'destination/timeout',
}

/** Refusals of the caller and not of the record: the next record would meet the same. */
const refusesCaller = new Set([401, 403])

function outcomeOfFault(thrown: unknown): Outcome {
  if (!(thrown instanceof OutboundFault)) throw thrown
  if (thrown.kind === 'withheld') return { outcome: 'withheld' }
  const it = problem(codeOfFault[thrown.kind])
  if (thrown.kind === 'forbidden') return { outcome: 'refused', problem: it, about: 'caller' }
  return { outcome: thrown.sent ? 'unknown' : 'retry', problem: it }
}

function refusalOf(status: number, answer: Problem['answer'], wait: number | undefined): Problem {
  const extras = { ...(answer ? { answer } : {}), ...(wait === undefined ? {} : { retryAfter: wait }) }
  if (status >= 300 && status < 400) {
    return problem('destination/refused', {
      ...extras,
      message: `The destination answered with a redirect (${status}), which is not followed.`,
    })
  }
  const code = status >= 500 || isRetried(status) ? 'destination/failing' : 'destination/refused'
  return problem(code, { ...extras, message: `The destination answered ${status}.` })
}

/** Opens the destination of a configuration that was checked. */
export async function openHttpDestination(config: DestinationConfig, tools: Tools): Promise<Destination> {
  const { method, url, headers, masked } = await requestTemplate(config, 'POST', tools)

  function outcomeOf(answer: OutboundAnswer): Outcome {
    const said = foreignAnswer(answer, masked)
    if (isAccepted(answer.status)) return { outcome: 'delivered', answer: said }
    const wait = retryAfter(answer.headers['retry-after'], Date.now())
    const it = refusalOf(answer.status, said, wait)
    if (isRetried(answer.status)) return { outcome: 'retry', problem: it }
    return { outcome: 'refused', problem: it, about: refusesCaller.has(answer.status) ? 'caller' : 'records' }
  }

  return {
    endpoint: masked(`${method} ${url.href}`),
    host: url.origin,
    deliver: (parcel: Parcel, permission) =>
      tools.outbound
        .request({
          method,
          url,
          headers: { 'content-type': 'application/json', ...headers, 'idempotency-key': parcel.key },
          body: parcel.body,
          keep: keptBytes,
          ...permission,
        })
        .then(outcomeOf, outcomeOfFault),
  }
}
