/** The SAML 2.0 identity provider of a company: HTTP-Redirect on the way out, HTTP-POST on the way back. The library checks the signature. */
import { randomBytes } from 'node:crypto'
import { type CacheProvider, SAML, ValidateInResponseTo } from '@node-saml/node-saml'
import type { SsoConfiguration } from '#contract/auth/sso/sso.ts'
import { certificatesIn, isInTime } from './certificates.ts'
import { checkShape, type Expected, type Subject, subjectOf } from './saml-check.ts'
import { parsed, SamlFault, textOfResponse } from './saml-xml.ts'

export type ServiceProvider = { readonly entityId: string; readonly acsUrl: string }
type Keys = { readonly certificate: string; readonly key: string }
type Settings = { readonly saml: SsoConfiguration['saml']; readonly own: ServiceProvider; readonly keys: Keys | null }

const skew = 60_000
const idBytes = 20

export const serviceProviderOf = (publicUrl: string, companyId: string): ServiceProvider => ({
  entityId: `${publicUrl}/sso/${companyId}`,
  acsUrl: `${publicUrl}/api/auth/sso/saml/${companyId}`,
})

/** The library asks whether a request is known; ours is in the visit, which is used up before. */
const onlyRequest = (requestId: string): CacheProvider => ({
  saveAsync: async (key, value) => ({ createdAt: Date.now(), value: key === '' ? '' : value }),
  getAsync: async (key) => (key === requestId ? new Date().toISOString() : null),
  removeAsync: async (key) => key,
})

export function createSamlProvider({ saml, own, keys }: Settings) {
  const library = (requestId: string, certs: string[]) =>
    new SAML({
      ...{ issuer: own.entityId, callbackUrl: own.acsUrl, entryPoint: saml.idpUrl, idpCert: certs, audience: own.entityId },
      ...{ idpIssuer: saml.entityId, identifierFormat: null, disableRequestedAuthnContext: true, acceptedClockSkewMs: skew },
      // Either is enough: what is used is read from the bytes that were signed.
      ...{ wantAuthnResponseSigned: false, wantAssertionsSigned: false, validateInResponseTo: ValidateInResponseTo.always },
      ...{ generateUniqueId: () => requestId, cacheProvider: onlyRequest(requestId), signatureAlgorithm: 'sha256' },
      ...(keys === null ? {} : { privateKey: keys.key, publicCert: keys.certificate }),
    })

  function trusted(now: number): string[] {
    const all = certificatesIn(saml.certificate)
    const good = all.filter((it) => isInTime(it, now))
    if (good.length === 0) throw new SamlFault("The identity provider's certificate has expired.")
    return good.map((it) => it.toString())
  }

  return {
    async depart(): Promise<{ url: string; state: string; requestId: string }> {
      const requestId = `_${randomBytes(idBytes).toString('hex')}`
      const state = randomBytes(idBytes).toString('base64url')
      const certs = certificatesIn(saml.certificate).map((it) => it.toString())
      return { url: await library(requestId, certs).getAuthorizeUrlAsync(state, undefined, {}), state, requestId }
    },

    /** @throws SamlFault */
    async validate(encoded: string, requestId: string, now = Date.now()): Promise<Subject> {
      const expected: Expected = {
        ...{ acsUrl: own.acsUrl, spEntityId: own.entityId, idpEntityId: saml.entityId },
        requestId,
        now,
      }
      const text = textOfResponse(encoded)
      checkShape(parsed(text), expected)
      const xml = await verified(() => library(requestId, trusted(now)).validatePostResponseAsync({ SAMLResponse: encoded }))
      return subjectOf(parsed(xml), expected)
    },

    metadata: (): string => library('_metadata', []).generateServiceProviderMetadata(null, keys?.certificate ?? null),
  }
}

type Validated = Awaited<ReturnType<SAML['validatePostResponseAsync']>>

/** The assertion, as it was signed. @throws SamlFault with what the library says: names of rules, never values. */
async function verified(validate: () => Promise<Validated>): Promise<string> {
  let xml: string | undefined
  try {
    xml = (await validate()).profile?.getAssertionXml?.()
  } catch (thrown) {
    if (thrown instanceof SamlFault) throw thrown
    throw new SamlFault(
      `The response was not accepted ("${thrown instanceof Error ? thrown.message.slice(0, 200) : 'unknown'}").`,
    )
  }
  if (xml === undefined) throw new SamlFault('The response was not accepted, because it contains no signed assertion.')
  return xml
}
