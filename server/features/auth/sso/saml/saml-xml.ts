/** Reading XML of a response: elements by namespace and name, and nothing that a parser would have to guess. */
import { DOMParser } from '@xmldom/xmldom'

export const namespaces = {
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
} as const
type Namespace = keyof typeof namespaces

const depthMax = 40
const elementNode = 1

const refuse = (): never => {
  throw new SamlFault('The response is not well-formed XML.')
}

export function parsed(text: string): Element {
  const parser = new DOMParser({ errorHandler: { warning: refuse, error: refuse, fatalError: refuse } })
  const root = parser.parseFromString(text, 'text/xml').documentElement
  if (!root) return refuse()
  return root
}

export const childrenOf = (element: Element): Element[] =>
  Array.from(element.childNodes).filter((it): it is Element => it.nodeType === elementNode)

/** An element and all below it. @throws SamlFault for what is nested too deeply. */
export function allOf(element: Element, depth = 0): Element[] {
  if (depth > depthMax) throw new SamlFault('The response is nested too deeply.')
  return [element, ...childrenOf(element).flatMap((child) => allOf(child, depth + 1))]
}

export const isNamed = (element: Element, space: Namespace, name: string): boolean =>
  element.namespaceURI === namespaces[space] && element.localName === name

export const childrenNamed = (element: Element, space: Namespace, name: string): Element[] =>
  childrenOf(element).filter((it) => isNamed(it, space, name))

/** Exactly one. @throws SamlFault */
export function childNamed(element: Element, space: Namespace, name: string): Element {
  const [child, ...others] = childrenNamed(element, space, name)
  if (!child || others.length > 0) throw new SamlFault(`The response contains ${child ? 'more than one' : 'no'} ${name}.`)
  return child
}

/** Of an element that has text and nothing else. @throws SamlFault */
export function textIn(element: Element): string {
  if (childrenOf(element).length > 0) throw new SamlFault(`${element.localName} contains more than text.`)
  return (element.textContent ?? '').trim()
}

// The bytes of a SAML response before anything parses them: small, plain XML. Threat T-SSO.

/** A problem of a response, in words for administrators. */
export class SamlFault extends Error {}

/** Characters of base64. */
const encodedMax = 131_072
const elementsMax = 2_000
const base64 = /^[A-Za-z0-9+/=\s]+$/
const declaration = /^\s*<\?xml [^<>?]{0,200}\?>/

/** @throws SamlFault for what is too large, no XML, or XML with more than elements, attributes and text. */
export function textOfResponse(encoded: string): string {
  if (encoded.length > encodedMax) throw new SamlFault('The response is too large.')
  if (!base64.test(encoded)) throw new SamlFault('The response is not Base64.')
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(encoded, 'base64'))
  } catch {
    throw new SamlFault('The response is not UTF-8.')
  }
  const content = text.replace(declaration, '')
  // No document type, entity, comment or CDATA: parsers disagree about what is between them (CVE-2018-0489, CVE-2025-29775).
  if (content.includes('<!')) throw new SamlFault('The response contains a document type, a comment or CDATA.')
  if (content.includes('<?')) throw new SamlFault('The response contains a processing instruction.')
  if (content.split('<').length > elementsMax) throw new SamlFault('The response contains too many elements.')
  return text
}
