/** The bytes of a SAML response before anything parses them: small, plain XML. Threat T-SSO. */

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
