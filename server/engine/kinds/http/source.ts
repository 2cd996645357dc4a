/** Reads pages of JSON over HTTP. */
import type { SourceConfig } from '../../../../contract/config.ts'
import { type ProblemCode, problem } from '../../../../contract/problem.ts'
import { JsonError, parseBytes } from '../../../json/exact.ts'
import { type FaultKind, OutboundFault } from '../../../outbound/fault.ts'
import type { OutboundAnswer } from '../../../outbound/outbound.ts'
import { type Place, type Source, SourceFault, type SourcePage, type Tools } from '../kind.ts'
import { AccessTokenFault } from './access-token.ts'
import { foreignAnswer, isAccepted, isRetried, retryAfter } from './answer.ts'
import { recordFinder } from './listing.ts'
import { pagingOf } from './paging.ts'
import { requestTemplate } from './request.ts'

const codeOfFault: Readonly<Record<FaultKind, ProblemCode>> = {
  forbidden: 'egress/refused',
  unreachable: 'source/unreachable',
  timeout: 'source/timeout',
  'too-large': 'source/too-large',
  unreadable: 'source/not-json',
  aborted: 'source/unreachable',
  withheld: 'source/unreachable',
}
const retriedFaults = new Set<FaultKind>(['unreachable', 'timeout', 'unreadable'])

function faultOf(thrown: unknown): SourceFault {
  if (thrown instanceof AccessTokenFault) return new SourceFault(thrown.problem('source'), thrown.retry, { cause: thrown })
  if (!(thrown instanceof OutboundFault)) throw thrown
  return new SourceFault(problem(codeOfFault[thrown.kind]), retriedFaults.has(thrown.kind), { cause: thrown })
}

/** Throws when the answer is not one that holds a page. */
function refuseUnaccepted(answer: OutboundAnswer, masked: (text: string) => string): void {
  if (isAccepted(answer.status)) return
  const wait = retryAfter(answer.headers['retry-after'], Date.now())
  const extras = { answer: foreignAnswer(answer, masked), ...(wait === undefined ? {} : { retryAfter: wait }) }
  const isRedirect = answer.status >= 300 && answer.status < 400
  const message = isRedirect
    ? `The source answered with a redirect (${answer.status}), which is not followed.`
    : `The source answered ${answer.status}.`
  const code = answer.status >= 500 || isRetried(answer.status) ? 'source/failing' : 'source/refused'
  throw new SourceFault(problem(code, { ...extras, message }), isRetried(answer.status))
}

function parsedBody(answer: OutboundAnswer, masked: (text: string) => string): unknown {
  try {
    return parseBytes(answer.body)
  } catch (thrown) {
    if (!(thrown instanceof JsonError)) throw thrown
    // A page that is cut or garbled may be whole the next time; a page that is too much stays too much.
    const isGarbled = thrown.fault === 'not-json'
    throw new SourceFault(
      problem(`source/${thrown.fault}`, isGarbled ? { answer: foreignAnswer(answer, masked) } : {}),
      isGarbled,
    )
  }
}

/** Opens the source of a configuration that was checked. */
export async function openHttpSource(config: SourceConfig, tools: Tools): Promise<Source> {
  const template = await requestTemplate(config, 'GET', tools)
  const paging = pagingOf(config)
  const recordsOf = recordFinder(config)
  const body = template.method === 'GET' ? null : (config.body?.rawContent ?? null)
  const headers: Record<string, string> = {
    accept: 'application/json',
    'accept-encoding': 'gzip, br, deflate',
    ...template.headers,
  }
  if (body !== null) headers['content-type'] ??= 'application/json'

  async function read(place: Place, signal: AbortSignal): Promise<SourcePage> {
    const url = new URL(template.url)
    for (const [name, value] of Object.entries(paging.params(place))) url.searchParams.set(name, value)
    const answer = await template.send({ method: template.method, url, headers, body, signal }).catch((thrown: unknown) => {
      throw faultOf(thrown)
    })
    refuseUnaccepted(answer, template.masked)
    const value = parsedBody(answer, template.masked)
    const records = recordsOf(value)
    if (!records) throw new SourceFault(problem('source/no-list', { answer: foreignAnswer(answer, template.masked) }), false)
    const it = { place, count: records.length, answer: value }
    return {
      records,
      startpoint: template.masked(`${template.method} ${url.href}`),
      next: paging.next(it),
      repeatEnds: paging.repeatEnds(it),
    }
  }

  return { start: () => paging.start, read }
}
