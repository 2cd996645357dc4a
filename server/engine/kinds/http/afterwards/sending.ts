/** Sends the request after a delivery, under a key of its own. */
import type { ConnectorConfig, DestinationConfig } from '#contract/connectors/config/config.ts'
import type { AfterRequest, AfterSender, Outcome, Tools } from '#server/engine/kit/kind.ts'
import { OutboundFault } from '#server/outbound/fault.ts'
import { connected } from '../../by-connection.ts'
import { toolsThrough } from '../../by-gateway.ts'
import { outcomeOfReaching } from '../../reaching.ts'
import { AccessTokenFault } from '../access-token.ts'
import { shownFields } from '../find/field-url.ts'
import { requestTemplate } from '../request.ts'
import { judgeOf } from '../response/success.ts'
import { outcomeOf, outcomeOfHead } from '../response/verdict.ts'
import { filler, fillUrl } from '../variables.ts'
import { afterwardsOf, isOfAnswer } from './making.ts'

/** Methods of which a second request has no second effect (RFC 9110, section 9.2.2). */
const idempotent: ReadonlySet<string> = new Set(['PUT', 'DELETE'])
/** Bytes of a response that are read. */
const readMax = 65_536

function outcomeOfFault(thrown: unknown): Outcome {
  if (!(thrown instanceof AccessTokenFault)) return outcomeOfReaching(thrown)
  const it = thrown.problem('destination')
  return thrown.retry ? { outcome: 'retry', problem: it } : { outcome: 'refused', problem: it, about: 'caller' }
}

/** Problems of a request name the destination. */
function ofSource(outcome: Outcome): Outcome {
  if (!('problem' in outcome)) return outcome
  const { problem: it } = outcome
  const message = it.message.replaceAll('The destination', 'The source')
  return { ...outcome, problem: { ...it, message, detail: message } }
}

/** Opens the side that the request goes to; null where nothing follows. The configuration was checked. */
export async function openAfterwards(
  { source, destination }: Pick<ConnectorConfig, 'source' | 'destination'>,
  given: Tools,
): Promise<AfterSender | null> {
  const { afterwards } = destination.operation ?? {}
  if (destination.type !== 'http' || afterwards === undefined) return null
  const { side, method, url } = afterwards
  const { config: system, tools: own } = await connected(side === 'source' ? source : destination, given)
  const tools = toolsThrough(own, system, side === 'source' ? 'source' : 'enrichment')
  const { body: _, listConfig: __, ...request } = { ...system, listConfig: null }
  // Queries of the configuration belong to the request that reads or creates.
  const config = { ...(request as DestinationConfig), url, queries: [], requestMethod: method }
  const template = await requestTemplate(config, method, tools)
  const filled = fillUrl(url, filler(system.variables))
  const secrets = [...template.url.searchParams].filter(([name, value]) => filled.searchParams.get(name) !== value)
  const judge = judgeOf()
  const named = side === 'source' ? ofSource : (it: Outcome) => it

  const addressOf = (text: string) => {
    const address = new URL(text)
    for (const pair of secrets) address.searchParams.set(...pair)
    return address
  }
  const headersOf = ({ body }: AfterRequest, key: string) => ({
    ...(body === null ? {} : { 'content-type': 'application/json' }),
    ...template.headers,
    'idempotency-key': key,
  })
  const previewOf = afterwardsOf({ source, destination }, isOfAnswer)
  return {
    preview: (text, key) => {
      const { request } = previewOf?.(text, null, null) ?? { request: null }
      if (request === null) return null
      const address = addressOf(request.url)
      return {
        ...{ step: 'followUp', method, to: shownFields(template.shownAddress(address, address), isOfAnswer) },
        ...{ headers: template.shownHeaders(headersOf(request, key)), body: request.body ?? '' },
      }
    },
    isIdempotent: idempotent.has(method) || (side === 'destination' && destination.honoursKeys === true),
    send: async (it: AfterRequest, key, withdrawn) => {
      const sent = { count: 1, texts: () => [it.body ?? '{}'], isAlone: () => true }
      const known = { unknown: false, conflicts: 0 }
      const headers = headersOf(it, key)
      try {
        const answer = await template.send({ method, url: addressOf(it.url), headers, body: it.body, keep: readMax, withdrawn })
        return named(outcomeOf(answer, sent, known, template.masked, judge))
      } catch (thrown) {
        return named(
          thrown instanceof OutboundFault && thrown.head !== null
            ? outcomeOfHead(thrown.head, sent, known, template.masked, judge)
            : outcomeOfFault(thrown),
        )
      }
    },
  }
}
