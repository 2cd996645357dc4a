/** Third systems that speak HTTP. Values of records stand in it encoded for their place, or not at all. */
import type { EnrichmentConfig, Lookup } from '#contract/connectors/config/config.ts'
import { scalarText } from '#server/platform/json/raw-json.ts'
import type { OutboundAnswer, OutboundRequest } from '../../outbound/exchange.ts'
import { parseExactly } from '../../platform/json/exact.ts'
import { type Path, parsePath, valueAt } from '../../platform/json/path.ts'
import { fillPath, leavesFolder, valueFault, wouldChangePath } from '../kinds/http/record-address.ts'
import { requestTemplate } from '../kinds/http/request.ts'
import { isAccepted } from '../kinds/http/response/answer.ts'
import { limitDocument } from '../kinds/http/response/limit-reports.ts'
import { failureIn, type ReadBeside, reportedLimit } from '../kinds/http/response/reported-failure.ts'
import { judgeOf } from '../kinds/http/response/success.ts'
import { fillBody } from '../kinds/http/variables.ts'
import { acceptOf, isJsonResponse } from '../kit/formats/sniffing.ts'
import type { Tools } from '../kit/kind.ts'
import { namesOf, withPut } from '../kit/record-values.ts'
import type { Asking, Parameter, System } from './answer.ts'
import { type Answered, problemOfCriteria, problemOfFault, problemOfReport, type Read, readAnswer } from './answer.ts'

const requestTextMax = 4_000

function bodyOf(config: EnrichmentConfig, method: string, set: readonly (readonly [Parameter, unknown])[]): string | null {
  const text = fillBody(config.body?.rawContent ?? '', config.variables)
  if (set.length === 0) return method === 'GET' || text === '' ? null : text
  let body: unknown = text.trim() === '' ? {} : parseExactly(text)
  for (const [{ name }, value] of set) body = withPut(body, namesOf(name) ?? [], value)
  return JSON.stringify(body)
}

/**
 * Opens the system of an enrichment that was checked. Values of several enrichments are joined by commas, or are a list in a body.
 * @param name of the enrichment, as a person knows it.
 */
export async function openHttpSystem(
  config: EnrichmentConfig,
  { parameters, per, resultPath }: Lookup,
  name: string,
  tools: Tools,
): Promise<System> {
  const template = await requestTemplate(config, 'GET', tools, true)
  const { method, masked, echoes } = template
  const judge = judgeOf(config.success)
  const parsed = parsePath(resultPath)
  const path: Path = 'path' in parsed ? parsed.path : []

  function besideIn(value: unknown): ReadBeside {
    const found = valueAt(value, path)
    return { records: found, isEmpty: found === undefined || found === null || (Array.isArray(found) && found.length === 0) }
  }

  const limitIn: OutboundRequest['limitIn'] = ({ status, body, headers }) => {
    if (judge.readsBody || !judge.accepts(status) || !isJsonResponse(config.responseFormat, headers, body)) return null
    const value = limitDocument(body)
    return value === undefined ? null : reportedLimit(value, besideIn(value))
  }

  const how: Read = { format: config.responseFormat, list: path.length > 0 ? { at: 'path', path } : { at: 'whole' } }

  async function read(answer: OutboundAnswer): Promise<Answered> {
    const it = await readAnswer(answer, masked, name, how)
    if (it.kind === 'value' && isAccepted(answer.status)) {
      const doubt = judge.accepts(answer.status)
        ? (judge.typeDoubt(answer, masked) ?? judge.valueDoubt(it.value, masked))
        : "the success criteria don't include this status"
      if (doubt !== null) return problemOfCriteria(doubt, it.answer, name)
    }
    if (it.kind === 'value' && !judge.readsBody) {
      const failure = failureIn(it.value, besideIn(it.value))
      if (failure !== null) return problemOfReport(failure, it.answer, masked, name)
    }
    return it.kind === 'value' && echoes.mayBeIn(answer.body) ? { ...it, value: echoes.without(it.value) } : it
  }

  function faultOf(parameter: Parameter, value: unknown): string | null {
    const isJoined = per === 'batch' && parameter.in !== 'body' && scalarText(value)?.includes(',') === true
    return isJoined ? 'contains a comma, and commas separate values' : valueFault(parameter, value)
  }

  function requestOf(asked: readonly (readonly unknown[])[]) {
    const url = new URL(template.url)
    const headers: Record<string, string> = {
      accept: acceptOf(config.responseFormat),
      'accept-encoding': 'gzip, br, deflate',
      ...template.headers,
    }
    const inBody: (readonly [Parameter, unknown])[] = []
    const shown: string[] = []
    const inPath = new Map<string, string>()
    for (const [at, parameter] of parameters.entries()) {
      const values = asked.map((them) => them[at])
      const texts = values.map((value) => scalarText(value) ?? '')
      if (parameter.in === 'body') inBody.push([parameter, per === 'batch' ? values : values[0]])
      else if (parameter.in === 'query') url.searchParams.set(parameter.name, texts.join(','))
      else if (parameter.in === 'path') inPath.set(parameter.name, texts.map(encodeURIComponent).join(','))
      else {
        headers[parameter.name.toLowerCase()] = texts.join(',')
        shown.push(`${parameter.name}: ${texts.join(',')}`)
      }
    }
    fillPath(url, inPath)
    const body = bodyOf(config, method, inBody)
    if (body !== null) headers['content-type'] ??= 'application/json'
    if (body !== null && inBody.length > 0) shown.push(body)
    const said = [`${method} ${template.shownAddress(url, url)}`, ...shown].join(' ')
    return { method, url, headers, body, asked: said.slice(0, requestTextMax) }
  }

  const fault: System['fault'] = (values) => {
    for (const [at, parameter] of parameters.entries()) {
      const why = faultOf(parameter, values[at])
      if (why !== null) return { parameter, why }
    }
    const parameter = parameters.find((it) => it.in === 'path')
    const leadsAway = parameter !== undefined && leavesFolder(requestOf([values]).url, template.url)
    return leadsAway ? { parameter, why: wouldChangePath } : null
  }

  return {
    build: (them) => {
      const { asked, ...request } = requestOf(them)
      const answered: Asking['send'] = (signal, started) =>
        template.send({ ...request, signal, limitIn, ...(started ? { started } : {}) }).then(read, (thrown: unknown) => {
          signal.throwIfAborted()
          return problemOfFault(thrown, name)
        })
      return { asked, send: answered }
    },
    fault,
    end: async () => {},
  }
}
