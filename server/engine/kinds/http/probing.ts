/** Tries an HTTP destination out: one OPTIONS, which by its definition changes nothing (RFC 9110, section 9.2.1). */
import type { DestinationConfig } from '#contract/connectors/config/config.ts'
import { namesInPath, placeInPath } from '#contract/connectors/config/placeholders.ts'
import { type Problem, problem } from '#contract/kit/problem.ts'
import type { OutboundAnswer } from '#server/outbound/exchange.ts'
import { OutboundFault } from '#server/outbound/fault.ts'
import type { DestinationProbe, Masked, Tools } from '../../kit/kind.ts'
import { problemOfWay } from '../reaching.ts'
import { remoteProblem } from '../remote-problem.ts'
import { AccessTokenFault } from './access-token.ts'
import { requestTemplate } from './request.ts'
import { documentIn } from './response/acceptance.ts'
import { foreignAnswer, isAccepted, storedBytesMax } from './response/answer.ts'
import { quoted } from './response/failure-vocabulary.ts'
import { limitOf } from './response/rate-limit.ts'
import { failureIn } from './response/reported-failure.ts'

const sent = 'We sent an OPTIONS request with the headers and authentication. Nothing was written.'

const fails = (it: Problem): DestinationProbe => ({ verdict: 'fails', message: `${sent} ${it.message}`, problem: it })

function ofFault(thrown: unknown): DestinationProbe {
  if (thrown instanceof AccessTokenFault) return fails(thrown.problem('destination'))
  if (!(thrown instanceof OutboundFault)) throw thrown
  const way = problemOfWay(thrown)
  if (way) return fails(way)
  if (thrown.kind === 'timeout' || thrown.kind === 'aborted')
    return fails(problem('destination/timeout', { message: "The destination didn't respond in time." }))
  if (thrown.detail !== null && !thrown.sent) return { verdict: 'doubtful', message: thrown.detail, problem: null }
  return fails(problem(thrown.kind === 'unreachable' ? 'destination/unreachable' : 'destination/failing'))
}

const methodsIn = (allow: string | undefined) =>
  allow === undefined ? null : allow.split(',').map((method) => method.trim().toUpperCase())

/** The folder of a URL that is another one for each record; null where all records have the same. */
function folderOf(url: URL, { operation }: DestinationConfig): URL | null {
  if (operation === undefined || !operation.parameters.some((it) => it.in === 'path')) return null
  const segments = url.pathname.split('/')
  const at = segments.findIndex((segment) => segment.search(placeInPath) >= 0)
  const folder = new URL(url)
  folder.pathname = segments.slice(0, at < 0 ? undefined : at).join('/')
  return folder
}

/** @param place the name after the URL that was tested; null where the whole URL was. What a folder accepts says nothing of its records. */
function ofAnswer(answer: OutboundAnswer, method: string, masked: Masked, place: string | null): DestinationProbe {
  const { status } = answer
  if (limitOf(answer, Date.now()) !== null)
    return {
      verdict: 'doubtful',
      message: `${sent} The destination returned ${status} because it limits requests. Test again later.`,
      problem: null,
    }
  const refusal = (message: string) =>
    fails(remoteProblem('destination/refused', { message, answer: foreignAnswer(answer, masked) }))
  if (status === 401 || status === 403) return refusal(`The destination returned ${status} and rejected the authentication.`)
  if (status >= 300 && status < 400) return refusal(`The destination returned a redirect (${status}), which we don't follow.`)
  if (status >= 500 && status !== 501) return refusal(`The destination returned ${status}.`)
  // It need not mean that a delivery would fail, but that is what the destination says.
  const failure = isAccepted(status) ? failureIn(documentIn(answer), { isEmpty: true }) : null
  if (failure !== null)
    return {
      verdict: 'doubtful',
      message: `${sent} The destination returned ${status}, but its response reports an error: ${quoted(failure, masked)}.`,
      problem: null,
    }
  const allowed = place !== null ? null : methodsIn(answer.headers['allow'])
  if (allowed && !allowed.includes(method))
    return refusal(`The destination accepts ${masked(allowed.join(', '))}, but not ${method}.`)
  if (isAccepted(status) && allowed)
    return {
      verdict: 'works',
      message: `${sent} The destination returned ${status} and accepts ${method}. We can't confirm that it accepts records until you deliver some.`,
      problem: null,
    }
  const doubt =
    place !== null
      ? `Each record has its own URL, so we tested the URL before {${place}}`
      : isAccepted(status)
        ? "It doesn't report which methods it accepts"
        : "The URL may be wrong, or it doesn't support OPTIONS"
  return {
    verdict: 'doubtful',
    message: `${sent} The destination returned ${status}, so it is reachable. ${doubt}. We can't confirm that it accepts records until you deliver some.`,
    problem: null,
  }
}

export async function probeHttpDestination(
  config: DestinationConfig,
  tools: Tools,
  signal: AbortSignal,
): Promise<DestinationProbe> {
  const { method, url, headers, masked, send } = await requestTemplate(config, 'POST', tools)
  const folder = folderOf(url, config)
  return send({ method: 'OPTIONS', url: folder ?? url, headers, keep: storedBytesMax * 32, signal }).then(
    (answer) => ofAnswer(answer, method, masked, folder === null ? null : (namesInPath(url.href)[0] ?? null)),
    ofFault,
  )
}
