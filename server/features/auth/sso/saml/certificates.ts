/** Certificates of identity providers, and the one of Datacrane for a company. */
import { X509Certificate } from 'node:crypto'
import { SamlFault } from './saml-xml.ts'

export const certificatesMax = 2
const rsaBits = 2_048
const block = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g

/** PEM, or the base64 that metadata has. @throws SamlFault */
export function certificatesIn(text: string): X509Certificate[] {
  const bodies = text.includes('-----') ? [...text.matchAll(block)].map(({ 1: body = '' }) => body) : [text]
  const found = bodies.map((it) => it.replaceAll(/\s+/g, '')).filter((it) => it !== '')
  if (found.length === 0 || found.length > certificatesMax)
    throw new SamlFault(`Enter one or ${certificatesMax} certificates in PEM format.`)
  return found.map((body) => {
    try {
      return new X509Certificate(Buffer.from(body, 'base64'))
    } catch {
      throw new SamlFault('This is not an X.509 certificate.')
    }
  })
}

/** What is wrong with certificates that somebody enters; null where nothing is. */
export function faultOfCertificates(text: string, now: number): string | null {
  try {
    const all = certificatesIn(text)
    const isWeak = ({ publicKey: { asymmetricKeyType, asymmetricKeyDetails } }: X509Certificate) =>
      asymmetricKeyType === 'rsa' ? (asymmetricKeyDetails?.modulusLength ?? 0) < rsaBits : asymmetricKeyType !== 'ec'
    if (all.some(isWeak)) return `A certificate's key is too weak. Use an EC key, or RSA with at least ${rsaBits} bits.`
    if (!all.some((it) => isInTime(it, now))) return 'The certificate has expired.'
    return null
  } catch (thrown) {
    if (thrown instanceof SamlFault) return thrown.message
    throw thrown
  }
}

export const isInTime = ({ validFrom, validTo }: X509Certificate, now: number): boolean =>
  Date.parse(validFrom) <= now + 86_400_000 && now < Date.parse(validTo)

export const shownCertificates = (text: string) =>
  certificatesIn(text).map(({ subject, validTo, fingerprint256 }) => ({
    subject: subject.replaceAll('\n', ', '),
    validTo: new Date(validTo).toISOString(),
    fingerprint: fingerprint256,
  }))

const algorithm = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: rsaBits,
  publicExponent: new Uint8Array([1, 0, 1]),
}
const years = 10

/** A key pair for signing requests, and its certificate. */
export async function newKeyPair(name: string): Promise<{ certificate: string; key: string }> {
  // When it is needed: the library cannot be loaded before others have prepared the process for it.
  const x509 = await import('@peculiar/x509')
  x509.cryptoProvider.set(globalThis.crypto)
  const keys = await globalThis.crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const now = new Date()
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    ...{ name: `CN=${name}`, notBefore: now, signingAlgorithm: algorithm, keys },
    notAfter: new Date(now.getTime() + years * 365 * 86_400_000),
  })
  const key = Buffer.from(await globalThis.crypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64')
  return { certificate: certificate.toString('pem'), key: `-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----` }
}
