/** Responses that must be refused: XML signature wrapping and what else threat T-SSO lists, each with the reason that is logged. */
import { assertionFor, type Keys, type Request, responseFor, type Said, saidFor, sha1, signed } from './saml-idp.ts'

type Forge = {
  readonly email: string
  /** Of somebody whom the attacker wants to be. */
  readonly other: string
  readonly honest: (request: Request, way?: 'response' | 'assertion' | 'both', change?: Partial<Said>, by?: Keys) => string
  readonly keys: () => Keys
  readonly others: () => Keys
}

const bare = (xml: string) => /<ds:Signature[\s\S]*<\/ds:Signature>/.exec(xml)?.[0] ?? ''
const without = (xml: string) => xml.replace(bare(xml), '')

const twice = 'The response must contain exactly one assertion.'
const hidden = 'The response contains a document type, a comment or CDATA.'
/** Why each is refused, for the log; of the others that there are two assertions. */
const reasons: Readonly<Record<string, string>> = {
  ...{ 'a comment in the NameID': hidden, 'a comment in the DigestValue': hidden, 'a document type with an entity': hidden },
  'too old': 'No valid subject confirmation found',
  'not valid yet': 'SAML assertion not yet valid',
  'SHA-1': 'rsa-sha1. Datacrane does not accept it.',
  'another audience': 'SAML assertion audience mismatch',
  'another recipient': '(Recipient)',
  'another destination': '(Destination)',
  'another request': '(InResponseTo)',
  'another issuer': 'The response comes from another issuer.',
  'no signature': 'Neither the response nor the assertion is signed.',
  'the key of somebody else': 'Invalid signature',
  'text that was changed after it was signed': 'Invalid signature',
  'no subject': 'contains no user ID (NameID)',
  'a subject that changes': 'Set a persistent NameID at the provider.',
  'a provider that refuses': 'status:Requester',
  'too much': 'The response contains too many elements.',
}

/** The reason of one, for the log. */
export const reasonOf = (name: string): string => reasons[name] ?? twice

export function mutationsOf({ email, other, honest, keys, others }: Forge): Record<string, (request: Request) => string> {
  /** As of somebody else, under another ID. */
  const evilOf = (request: Request) => assertionFor(saidFor(request, other), '_evil')
  const signedOf = (request: Request) => {
    const said = saidFor(request, email)
    return { said, assertion: signed(assertionFor(said, '_good'), '_good', keys()) }
  }
  /** XML signature wrapping, as numbered by Somorovsky et al., "On Breaking SAML" (2012). */
  const wrapping: Record<string, (request: Request) => string> = {
    'XSW1: a forged response around the signed one': (request) => {
      const real = honest(request, 'response')
      const forged = responseFor(saidFor(request, email), evilOf(request), '_evil-response')
      return forged.replace(
        '<samlp:Status>',
        `${bare(real).replace('</ds:Signature>', `<ds:Object>${without(real)}</ds:Object></ds:Signature>`)}<samlp:Status>`,
      )
    },
    'XSW2: the signed response before the signature that is detached': (request) => {
      const real = honest(request, 'response')
      const forged = responseFor(saidFor(request, email), evilOf(request), '_evil-response')
      return forged.replace('<samlp:Status>', `${without(real)}${bare(real)}<samlp:Status>`)
    },
    'XSW3: a forged assertion before the signed one': (request) => {
      const { said, assertion } = signedOf(request)
      return responseFor(said, `${evilOf(request)}${assertion}`)
    },
    'XSW4: the signed assertion inside the forged one': (request) => {
      const { said, assertion } = signedOf(request)
      return responseFor(said, evilOf(request).replace('</saml:Assertion>', `${assertion}</saml:Assertion>`))
    },
    'XSW5: the signature in the forged assertion, the real one at the end': (request) => {
      const { said, assertion } = signedOf(request)
      return responseFor(
        said,
        `${evilOf(request).replace('<saml:Subject>', `${bare(assertion)}<saml:Subject>`)}${without(assertion)}`,
      )
    },
    'XSW6: the real assertion inside the signature of the forged one': (request) => {
      const { said, assertion } = signedOf(request)
      const signature = bare(assertion).replace('</ds:Signature>', `${without(assertion)}</ds:Signature>`)
      return responseFor(said, evilOf(request).replace('<saml:Subject>', `${signature}<saml:Subject>`))
    },
    'XSW7: the signed assertion in extensions': (request) => {
      const { said, assertion } = signedOf(request)
      return responseFor(said, `<samlp:Extensions>${assertion}</samlp:Extensions>${evilOf(request)}`)
    },
    'XSW8: the real assertion in an object of the signature': (request) => {
      const { said, assertion } = signedOf(request)
      const signature = bare(assertion).replace('</ds:Signature>', `<ds:Object>${without(assertion)}</ds:Object></ds:Signature>`)
      return responseFor(said, evilOf(request).replace('<saml:Subject>', `${signature}<saml:Subject>`))
    },
  }

  const inAssertion = (change: (xml: string) => string) => (request: Request) => change(honest(request))
  const saying = (change: Partial<Said>) => (request: Request) => honest(request, 'assertion', change)
  const mutations: Record<string, (request: Request) => string> = {
    ...wrapping,
    'a comment in the NameID': inAssertion((xml) => xml.replace('id-of-', 'id-<!---->of-')),
    'a comment in the DigestValue': inAssertion((xml) => xml.replace('<ds:DigestValue>', '<ds:DigestValue><!--x-->')),
    'an unsigned assertion beside a signed one': (request) => {
      const { said, assertion } = signedOf(request)
      return responseFor(said, `${assertion}${evilOf(request)}`)
    },
    'too old': saying({ to: -120 }),
    'not valid yet': saying({ from: 120 }),
    'SHA-1': (request) =>
      responseFor(saidFor(request, email), signed(assertionFor(saidFor(request, email), '_good'), '_good', keys(), sha1)),
    'another audience': saying({ audience: 'https://elsewhere.example' }),
    'another recipient': saying({ recipient: 'https://elsewhere.example' }),
    'another destination': saying({ destination: 'https://elsewhere.example' }),
    'another request': saying({ inResponseTo: '_other' }),
    'another issuer': saying({ issuer: 'https://elsewhere.example' }),
    'no signature': (request) => responseFor(saidFor(request, email), assertionFor(saidFor(request, email))),
    'a document type with an entity': inAssertion((xml) => `<!DOCTYPE r [<!ENTITY x "y">]>${xml}`),
    'the key of somebody else': (request) => honest(request, 'assertion', {}, others()),
    'no subject': saying({ nameId: '' }),
    'a subject that changes': saying({ format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }),
    'text that was changed after it was signed': inAssertion((xml) => xml.replace(`>${email}<`, `>${other}<`)),
    'a provider that refuses': inAssertion((xml) => xml.replace('status:Success', 'status:Requester')),
    'too much': inAssertion((xml) => xml.replace('</samlp:Response>', `${'<x/>'.repeat(3_000)}</samlp:Response>`)),
  }
  return mutations
}
