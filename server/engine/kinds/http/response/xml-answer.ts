/** Responses that are XML: their values under the same paths as those of a source, and the fault of SOAP 1.1 and 1.2. Pure. */
import { markupReason } from '#contract/kit/reason/markup-reason.ts'
import { XmlFault, xmlToJson } from '#server/engine/kit/formats/xml.ts'
import type { OutboundAnswer } from '#server/outbound/exchange.ts'
import type { ReportedFailure } from './failure-vocabulary.ts'
import { type Entry, isObject } from './item-verdict.ts'

const xmlType = /[/+]xml\s*(?:;|$)/i
const xmlStart = /^[\s\ufeff]*<(?:\?xml[\s?]|(?:[\w.-]+:)?envelope[\s>])/i
const envelopeStart = /<(?:[\w.-]+:)?envelope[\s>]/i
const faultStart = /<(?:[\w.-]+:)?fault[\s>]/i

const isXml = ({ headers, body }: OutboundAnswer) => {
  const type = headers['content-type'] ?? ''
  return (xmlType.test(type) && !/xhtml/i.test(type)) || xmlStart.test(body.subarray(0, 512).toString('utf8'))
}

/** The values of a response that is XML; undefined where it is none, or cannot be read. The kept bytes bound the work. */
export function xmlValue(answer: OutboundAnswer): unknown {
  if (!isXml(answer)) return undefined
  try {
    return JSON.parse(xmlToJson(answer.body.toString('utf8')))
  } catch (thrown) {
    if (thrown instanceof XmlFault) return undefined
    throw thrown
  }
}

/** The first member with a name, whatever its namespace is called. */
function member(value: unknown, name: string): unknown {
  if (!isObject(value)) return undefined
  const found = Object.keys(value).find((it) => it.slice(it.indexOf(':') + 1).toLowerCase() === name)
  const inner = found === undefined ? undefined : value[found]
  return Array.isArray(inner) ? inner[0] : inner
}

function textOfElement(value: unknown): string | null {
  const text = isObject(value) ? value['#text'] : value
  return typeof text === 'string' ? text.trim() || null : null
}

/** `isOfSender`: the same request would meet the same fault. */
export type SoapFault = ReportedFailure & { readonly isOfSender: boolean }

const mark = 'a SOAP fault'

function faultOf(fault: Entry): SoapFault {
  const words = textOfElement(member(fault, 'faultstring')) ?? textOfElement(member(member(fault, 'reason'), 'text'))
  const named = textOfElement(member(fault, 'faultcode')) ?? textOfElement(member(member(fault, 'code'), 'value'))
  const code = named === null ? null : named.slice(named.indexOf(':') + 1)
  return { words, code, mark, isOfSender: code !== null && /^(?:client|sender)\b/i.test(code) }
}

/** The SOAP fault of a response; null where it has none. Of one that is too long to be read, its beginning tells. */
export function soapFaultOf(answer: OutboundAnswer): SoapFault | null {
  if (!isXml(answer)) return null
  const text = answer.body.toString('utf8')
  if (!faultStart.test(text) || !envelopeStart.test(text)) return null
  const value = xmlValue(answer)
  if (value === undefined) {
    if (answer.bytes <= answer.body.length) return null
    return { words: markupReason(text)?.said ?? null, code: null, mark, isOfSender: false }
  }
  const fault = member(member(member(value, 'envelope'), 'body'), 'fault')
  return isObject(fault) ? faultOf(fault) : null
}
