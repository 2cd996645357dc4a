/** A SAML identity provider on xml-crypto that signs whatever it is given, so that every mutation is possible. */
import { inflateRawSync } from 'node:zlib'
import { SignedXml } from 'xml-crypto'
import { newKeyPair } from '#server/features/auth/sso/saml/certificates.ts'

export const idpEntityId = 'https://idp.example/metadata'
export const idpUrl = 'https://idp.example/sso'
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const sha256 = {
  signature: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  digest: 'http://www.w3.org/2001/04/xmlenc#sha256',
}
export const sha1 = { signature: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1', digest: 'http://www.w3.org/2000/09/xmldsig#sha1' }

export type Keys = Awaited<ReturnType<typeof newKeyPair>>
export const newKeys = () => newKeyPair('idp.example')

/** What a request asks: its id, its issuer, where the response goes. */
export function readRequest(authorizationUrl: string) {
  const { searchParams } = new URL(authorizationUrl)
  const xml = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64')).toString()
  const of = (name: string) => new RegExp(`${name}="([^"]+)"`).exec(xml)?.[1] ?? ''
  return {
    ...{ xml, id: of('ID'), acsUrl: of('AssertionConsumerServiceURL'), state: searchParams.get('RelayState') ?? '' },
    issuer: /<saml:Issuer[^>]*>([^<]+)</.exec(xml)?.[1] ?? '',
    isSigned: searchParams.has('Signature'),
  }
}
export type Request = ReturnType<typeof readRequest>

export type Said = {
  readonly email: string
  readonly nameId: string
  readonly audience: string
  readonly recipient: string
  readonly destination: string
  readonly inResponseTo: string
  readonly issuer: string
  /** Seconds from now. */
  readonly from: number
  readonly to: number
  readonly format: string
}

const instant = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString()

export const saidFor = ({ id, acsUrl, issuer }: Request, email: string, change: Partial<Said> = {}): Said => ({
  ...{ email, nameId: `id-of-${email}`, audience: issuer, recipient: acsUrl, destination: acsUrl, inResponseTo: id },
  ...{ issuer: idpEntityId, from: -5, to: 300, format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent' },
  ...change,
})

export const assertionFor = (it: Said, id = '_assertion-1') =>
  `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" IssueInstant="${instant(0)}" Version="2.0">` +
  `<saml:Issuer>${it.issuer}</saml:Issuer><saml:Subject><saml:NameID Format="${it.format}">${it.nameId}</saml:NameID>` +
  `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData InResponseTo="${it.inResponseTo}" ` +
  `NotOnOrAfter="${instant(it.to)}" Recipient="${it.recipient}"/></saml:SubjectConfirmation></saml:Subject>` +
  `<saml:Conditions NotBefore="${instant(it.from)}" NotOnOrAfter="${instant(it.to)}"><saml:AudienceRestriction>` +
  `<saml:Audience>${it.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
  `<saml:AuthnStatement AuthnInstant="${instant(0)}" SessionIndex="_session-1"><saml:AuthnContext><saml:AuthnContextClassRef>` +
  `urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>` +
  `<saml:AttributeStatement><saml:Attribute Name="email"><saml:AttributeValue>${it.email}</saml:AttributeValue></saml:Attribute>` +
  `<saml:Attribute Name="givenName"><saml:AttributeValue>Ada</saml:AttributeValue></saml:Attribute></saml:AttributeStatement></saml:Assertion>`

export const responseFor = (it: Said, assertion: string, id = '_response-1') =>
  `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="${id}" Version="2.0" IssueInstant="${instant(0)}" ` +
  `Destination="${it.destination}" InResponseTo="${it.inResponseTo}"><saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">` +
  `${it.issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>` +
  `${assertion}</samlp:Response>`

/** Signs the element with this id, where the profile wants its signature. */
export function signed(xml: string, id: string, { key, certificate }: Keys, algorithms = sha256): string {
  const xpath = `//*[@ID='${id}']`
  const signer = new SignedXml({
    privateKey: key,
    publicCert: certificate,
    canonicalizationAlgorithm: exclusive,
    signatureAlgorithm: algorithms.signature,
  })
  signer.addReference({
    xpath,
    digestAlgorithm: algorithms.digest,
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', exclusive],
  })
  signer.computeSignature(xml, { prefix: 'ds', location: { reference: `${xpath}/*[local-name()='Issuer']`, action: 'after' } })
  return signer.getSignedXml()
}

export const encoded = (xml: string) => Buffer.from(xml).toString('base64')
