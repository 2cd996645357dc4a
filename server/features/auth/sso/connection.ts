/** What is saved of a company's identity provider, and what is wrong with it. */
import type { SsoConfiguration } from '#contract/auth/sso/sso.ts'
import type { FieldProblem } from '#contract/kit/problem.ts'
import type { CompanyWays } from '#server/outbound/company-way.ts'
import { maskSecrets, openSecret, type Secrets, sealSecrets } from '#server/platform/security/settings-secrets.ts'
import type { Sealed, Vault } from '#server/platform/security/vault.ts'
import { faultOfCertificates } from './saml/certificates.ts'

export const emptyConfiguration: SsoConfiguration = {
  provider: 'SAML',
  saml: { idpUrl: '', entityId: '', certificate: '' },
  oidc: { clientId: '', clientSecret: '', discoveryUrl: '', managesEmails: false },
  oauth2: {
    authorizationUrl: '',
    tokenUrl: '',
    userInfoUrl: '',
    clientId: '',
    clientSecret: '',
    scope: 'openid email',
    idField: 'sub',
    managesEmails: false,
  },
  breakGlass: [],
}

/** As it is stored, with what an older version did not know. */
export function configurationOf(stored: unknown): SsoConfiguration {
  const value = { ...emptyConfiguration, ...(stored as Partial<SsoConfiguration> | undefined) }
  const [oidc, oauth2] = [
    { ...emptyConfiguration.oidc, ...value.oidc },
    { ...emptyConfiguration.oauth2, ...value.oauth2 },
  ]
  return { ...value, oidc, oauth2 }
}

const secretPaths = ['oidc.clientSecret', 'oauth2.clientSecret'] as const

const keyPlace = (companyId: string) => ({ table: 'sso_connections', column: 'key', rowId: companyId, companyId })

export function createConnectionSecrets(vault: Vault) {
  const of = (companyId: string): Secrets => ({
    ...{ paths: secretPaths, vault },
    place: { table: 'sso_connections', rowId: companyId, companyId },
  })
  return {
    masked: (stored: unknown, companyId: string) => maskSecrets(configurationOf(stored), of(companyId)) as SsoConfiguration,
    sealed: (sent: SsoConfiguration, stored: unknown, companyId: string) => sealSecrets(sent, stored, of(companyId)),
    /** The private key that signs requests. */
    sealedKey: (key: string, companyId: string) => vault.seal(key, keyPlace(companyId)),
    openedKey: (key: Sealed, companyId: string) => vault.open(key, keyPlace(companyId)),
    opened: (stored: unknown, companyId: string, path: (typeof secretPaths)[number]) => openSecret(stored, path, of(companyId)),
  }
}
export type ConnectionSecrets = ReturnType<typeof createConnectionSecrets>

/** The issuer that a discovery address is of; people paste either. OpenID Connect Discovery 1.0, section 4. */
export function issuerOf(discoveryUrl: string): string {
  const well = discoveryUrl.indexOf('/.well-known/openid-configuration')
  return well === -1 ? discoveryUrl : discoveryUrl.slice(0, well)
}

const isSecretUnchanged = (secret: SsoConfiguration['oidc']['clientSecret']) => typeof secret !== 'string' && secret.set
const originOf = (address: string) => (URL.canParse(address) ? new URL(address).origin : '')

const texts = {
  address: 'Enter a URL that starts with https:// and has no password or #.',
  closed: "Datacrane can't call this URL. It is private, or its port isn't allowed.",
  secretAgain: "The provider's URL has changed. Enter the client secret again.",
} as const

type Ways = Pick<CompanyWays, 'isFit' | 'isFitForPeople'>

/** What is wrong with what was filled in. An empty field is not wrong: `isComplete` asks for it. */
export async function faultsOf(wanted: SsoConfiguration, before: SsoConfiguration, ways: Ways): Promise<FieldProblem[]> {
  const faults: FieldProblem[] = []
  const fault = (path: string, message: string) => void faults.push({ path: `/value/${path}`, message })
  const address = async (path: string, text: string, isForPeople: boolean) => {
    if (text === '') return
    const isFit = URL.canParse(text) && ways.isFitForPeople(new URL(text))
    if (!isFit) fault(path, texts.address)
    else if (!isForPeople && !(await ways.isFit(new URL(text)))) fault(path, texts.closed)
  }
  const { saml, oidc, oauth2 } = wanted
  await address('saml/idpUrl', saml.idpUrl, true)
  const ofCertificate = saml.certificate === '' ? null : faultOfCertificates(saml.certificate, Date.now())
  if (ofCertificate !== null) fault('saml/certificate', ofCertificate)
  await address('oidc/discoveryUrl', oidc.discoveryUrl, false)
  await address('oauth2/authorizationUrl', oauth2.authorizationUrl, true)
  await address('oauth2/tokenUrl', oauth2.tokenUrl, false)
  await address('oauth2/userInfoUrl', oauth2.userInfoUrl, false)
  // A stored secret goes nowhere else (threat T-CRED).
  if (isSecretUnchanged(oidc.clientSecret) && originOf(oidc.discoveryUrl) !== originOf(before.oidc.discoveryUrl))
    fault('oidc/clientSecret', texts.secretAgain)
  if (isSecretUnchanged(oauth2.clientSecret) && originOf(oauth2.tokenUrl) !== originOf(before.oauth2.tokenUrl))
    fault('oauth2/clientSecret', texts.secretAgain)
  return faults
}

/** Without blanks around what was pasted. */
export function trimmed<T>(value: T): T {
  if (typeof value === 'string') return value.trim() as T
  if (Array.isArray(value) || typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, it]) => [name, trimmed(it)])) as T
}
