/** What a SAML response has to be besides signed: profile of Web Browser SSO (saml-profiles-2.0-os, 4.1.4.3). Threat T-SSO, XSW1 to XSW8. */
import { allOf, childNamed, childrenNamed, childrenOf, isNamed, SamlFault, textIn } from './saml-xml.ts'

export type Expected = {
  readonly acsUrl: string
  readonly spEntityId: string
  readonly idpEntityId: string
  readonly requestId: string
  readonly now: number
}

/** Milliseconds between the clocks. */
const skew = 60_000
const success = 'urn:oasis:names:tc:SAML:2.0:status:Success'
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
const signatureMethods = new Set([
  ...['rsa-sha256', 'rsa-sha384', 'rsa-sha512', 'ecdsa-sha256'].map((it) => `http://www.w3.org/2001/04/xmldsig-more#${it}`),
])
const digestMethods = new Set(['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512'])
const transforms = new Set([
  'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
  'http://www.w3.org/2001/10/xml-exc-c14n#',
  'http://www.w3.org/2001/10/xml-exc-c14n#WithComments',
])

const fault = (message: string): never => {
  throw new SamlFault(message)
}
const attribute = (element: Element, name: string) => element.getAttribute(name) ?? ''

/** The shape of the whole document, before a signature is looked at: one assertion, in its place, and signatures in theirs. */
export function checkShape(root: Element, expected: Expected): void {
  if (!isNamed(root, 'protocol', 'Response') || attribute(root, 'Version') !== '2.0') fault('The response is not SAML 2.0.')
  const all = allOf(root)
  const named = (name: string) => all.filter((it) => it.localName === name)
  if (named('EncryptedAssertion').length > 0)
    fault('The assertion is encrypted. Switch off assertion encryption at the provider.')
  checkStatus(root)
  const [assertion, ...more] = named('Assertion')
  if (!assertion || more.length > 0 || named('Response').length > 1) fault('The response must contain exactly one assertion.')
  if (assertion && (assertion.parentNode !== root || !isNamed(assertion, 'assertion', 'Assertion')))
    fault('The assertion is in the wrong place.')
  const ids = all.flatMap((it) => ['ID', 'Id', 'id'].flatMap((name) => it.getAttribute(name) || []))
  if (new Set(ids).size !== ids.length) fault('The response contains the same ID twice.')
  checkSignatures(all, [root, assertion as Element])
  const destination = root.getAttribute('Destination')
  if (destination && destination !== expected.acsUrl) fault('The response was sent to another URL (Destination).')
  if (attribute(root, 'InResponseTo') !== expected.requestId) fault('The response answers another request (InResponseTo).')
  const issuers = childrenNamed(root, 'assertion', 'Issuer')
  if (issuers.length > 1 || issuers.some((it) => textIn(it) !== expected.idpEntityId))
    fault('The response comes from another issuer.')
}

function checkStatus(root: Element): void {
  const code = childNamed(childNamed(root, 'protocol', 'Status'), 'protocol', 'StatusCode')
  if (attribute(code, 'Value') !== success)
    fault(`The identity provider refused the sign-in ("${attribute(code, 'Value').slice(0, 200)}").`)
}

function checkSignatures(all: readonly Element[], places: readonly Element[]): void {
  const signatures = all.filter((it) => it.localName === 'Signature')
  if (signatures.length === 0) fault('Neither the response nor the assertion is signed.')
  for (const signature of signatures) {
    const place = places.find((it) => it === signature.parentNode)
    if (!isNamed(signature, 'signature', 'Signature') || !place) fault('A signature is in the wrong place.')
    const parts = allOf(signature)
    const references = parts.filter((it) => it.localName === 'Reference')
    const id = place ? attribute(place, 'ID') : ''
    if (id === '' || references.length !== 1 || references.some((it) => attribute(it, 'URI') !== `#${id}`))
      fault('A signature covers the wrong element.')
    checkAlgorithms(parts)
  }
  if (signatures.some((it) => signatures.some((other) => other !== it && other.parentNode === it.parentNode)))
    fault('One element has two signatures.')
}

function checkAlgorithms(parts: readonly Element[]): void {
  const allowed: Readonly<Record<string, ReadonlySet<string>>> = {
    ...{ SignatureMethod: signatureMethods, DigestMethod: digestMethods },
    ...{ Transform: transforms, CanonicalizationMethod: transforms },
  }
  for (const part of parts) {
    const known = Object.hasOwn(allowed, part.localName ?? '') ? allowed[part.localName ?? ''] : undefined
    if (known && !known.has(attribute(part, 'Algorithm')))
      fault(
        `The signature uses ${attribute(part, 'Algorithm').slice(0, 100) || 'no algorithm'}. Datacrane does not accept it. Use SHA-256.`,
      )
  }
  for (const name of ['SignatureMethod', 'DigestMethod', 'DigestValue', 'SignatureValue', 'SignedInfo'])
    if (parts.filter((it) => it.localName === name).length !== 1) fault('The signature is incomplete.')
  const values = parts.filter((it) => it.localName === 'DigestValue' || it.localName === 'SignatureValue')
  if (values.some((it) => childrenOf(it).length > 0)) fault('The signature is incomplete.')
}

export type Subject = {
  readonly assertionId: string
  /** Until when it must not be taken again. */
  readonly until: Date
  readonly nameId: string
  readonly attributes: Readonly<Record<string, string>>
}

const timeOf = (text: string) => (text === '' ? Number.NaN : Date.parse(text))

/** What the signed assertion says, from the bytes that were signed and from no others. @throws SamlFault */
export function subjectOf(assertion: Element, { acsUrl, spEntityId, idpEntityId, requestId, now }: Expected): Subject {
  if (!isNamed(assertion, 'assertion', 'Assertion')) fault('The signed element is not an assertion.')
  if (textIn(childNamed(assertion, 'assertion', 'Issuer')) !== idpEntityId) fault('The assertion comes from another issuer.')
  const subject = childNamed(assertion, 'assertion', 'Subject')
  const nameIdElement = childNamed(subject, 'assertion', 'NameID')
  const nameId = textIn(nameIdElement)
  if (nameId === '' || nameId.length > 255) fault('The assertion contains no user ID (NameID).')
  if (attribute(nameIdElement, 'Format') === transient)
    fault('The NameID changes with each sign-in. Set a persistent NameID at the provider.')
  const confirmation = childrenNamed(subject, 'assertion', 'SubjectConfirmation').find((it) => attribute(it, 'Method') === bearer)
  const data = confirmation
    ? childNamed(confirmation, 'assertion', 'SubjectConfirmationData')
    : fault('The assertion does not confirm the subject.')
  if (attribute(data, 'Recipient') !== acsUrl) fault('The assertion was sent to another URL (Recipient).')
  if (attribute(data, 'InResponseTo') !== requestId) fault('The assertion answers another request (InResponseTo).')
  const until = timeOf(attribute(data, 'NotOnOrAfter'))
  if (!(now < until + skew)) fault('The assertion has expired (NotOnOrAfter).')
  const conditions = childNamed(assertion, 'assertion', 'Conditions')
  const [from, to] = [attribute(conditions, 'NotBefore'), attribute(conditions, 'NotOnOrAfter')]
  if (from !== '' && !(timeOf(from) <= now + skew)) fault('The assertion is not valid yet (NotBefore).')
  if (to !== '' && !(now < timeOf(to) + skew)) fault('The assertion has expired (NotOnOrAfter).')
  const audiences = childrenNamed(conditions, 'assertion', 'AudienceRestriction')
  const isForUs = (it: Element) => childrenNamed(it, 'assertion', 'Audience').some((each) => textIn(each) === spEntityId)
  if (audiences.length === 0 || !audiences.every(isForUs)) fault('The assertion is meant for another audience.')
  const statements = childrenNamed(assertion, 'assertion', 'AuthnStatement')
  if (statements.length === 0) fault('The assertion contains no sign-in (AuthnStatement).')
  const isOver = (it: Element) =>
    attribute(it, 'SessionNotOnOrAfter') !== '' && !(now < timeOf(attribute(it, 'SessionNotOnOrAfter')) + skew)
  if (statements.some(isOver)) fault('The session at the provider has ended (SessionNotOnOrAfter).')
  const assertionId = attribute(assertion, 'ID')
  if (assertionId === '') fault('The assertion has no ID.')
  return { assertionId, until: new Date(until + skew), nameId, attributes: attributesOf(assertion) }
}

function attributesOf(assertion: Element): Record<string, string> {
  const all = childrenNamed(assertion, 'assertion', 'AttributeStatement').flatMap((it) =>
    childrenNamed(it, 'assertion', 'Attribute'),
  )
  return Object.fromEntries(
    all.map((it) => [
      attribute(it, 'Name'),
      childrenNamed(it, 'assertion', 'AttributeValue')
        .map((value) => (value.textContent ?? '').trim())
        .join(', '),
    ]),
  )
}
