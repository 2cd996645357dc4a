/** Secrets leave a configuration on the way in and come out as marks (threats T-SEC-2 and T-CRED). */
import {
  type Auth,
  type AzureConfig,
  type ConnectorConfig,
  type DatabaseConfig,
  type NatsConfig,
  type Secret,
  type SecretValue,
  secretFieldOf,
} from '#contract/connectors/config/config.ts'
import { databaseOrigin } from '#contract/connectors/config/database.ts'
import { mapDestinations, otherDestinations } from '#contract/connectors/config/routes/routes.ts'
import { natsOrigin } from '#contract/connectors/config/streams/nats.ts'
import type { FieldProblem } from '#contract/kit/problem.ts'
import { boundTo } from '#server/platform/security/secret-origins.ts'
import { isSecretRef, type NewSecret, newSecretRef, type SecretRef } from '#server/records/connectors/secrets.repository.ts'
import type { StoredConfig } from '#server/records/connectors/versions.repository.ts'

/** A side of a configuration that can carry credentials. Stored and contract form differ in the secret member only. */
type Side = {
  readonly type?: string
  readonly url?: string
  readonly databaseConfig?: DatabaseConfig
  readonly azureConfig?: AzureConfig
  readonly natsConfig?: NatsConfig
  readonly auth?: { readonly type: Auth['type'] } & Record<string, unknown>
  readonly secrets?: readonly StoredValue[]
}
type StoredValue = Omit<SecretValue, 'value'> & { readonly value: unknown }
/** One secret of a side. `id`: the same in what was saved before; `path`: below the side. */
type Place = { readonly id: string; readonly path: string; readonly member: unknown; readonly origin: string }
type SystemPart = { readonly path: string; readonly key: string; readonly side: Side }

function partiesOf(config: ConnectorConfig | StoredConfig): SystemPart[] {
  const { source, destination, enrichment } = config as ConnectorConfig
  return [
    { path: '/source', key: 'source', side: source as Side },
    { path: '/destination', key: 'destination', side: destination as Side },
    ...enrichment.map((side, at) => ({ path: `/enrichment/${at}`, key: `enrichment ${side.id}`, side: side as Side })),
    ...otherDestinations(config as ConnectorConfig).map(({ id, path, destination: side }) => ({
      ...{ path: `${path}/destination`, key: `destination ${id}` },
      side: side as Side,
    })),
  ]
}

const originIn = (address: unknown) => (typeof address === 'string' && URL.canParse(address) ? new URL(address).origin : '')

/** Every origin that the secret of a side opens: where it is sent, and where the token goes that it is exchanged for (finding T4). */
function originOf({ type, url, databaseConfig, azureConfig, natsConfig, auth }: Side): string {
  if (type === 'nats') return natsConfig ? natsOrigin(natsConfig) : ''
  if (type === 'database') return databaseConfig ? databaseOrigin(databaseConfig) : ''
  const origin = originIn(type === 'azure' ? azureConfig?.endpoint : url)
  return auth?.type === 'oauth2ClientCredentials' ? boundTo(originIn(auth['tokenUrl']), origin) : origin
}

const fieldOf = ({ auth }: Side) => (auth ? secretFieldOf[auth.type] : null)

/** Headers are the same in capitals and small letters. */
const idOf = ({ in: place, name }: StoredValue) => `${place} ${place === 'header' ? name.toLowerCase() : name}`

/** Everything of a side that is a secret: of its authentication, and in its headers and query parameters. */
function placesOf(side: Side): Place[] {
  const field = fieldOf(side)
  const ofAuth: Place[] =
    field === null || !side.auth
      ? []
      : [{ id: `auth ${side.auth.type}`, path: `/auth/${field}`, member: side.auth[field], origin: originOf(side) }]
  // They are sent with the request itself, and never to where a token is fetched.
  const origin = originIn(side.url)
  const ofValues = (side.secrets ?? []).map((it, at) => ({
    ...{ id: idOf(it), path: `/secrets/${at}/value` },
    ...{ member: it.value, origin },
  }))
  return [...ofAuth, ...ofValues]
}

/** The same configuration with other secret members. */
function withSecrets<To>(config: ConnectorConfig | StoredConfig, change: (party: SystemPart, place: Place) => unknown): To {
  const parties = new Map(partiesOf(config).map((party) => [party.side, party]))
  const changed = (side: Side): Side => {
    const party = parties.get(side)
    const field = fieldOf(side)
    if (!party) return side
    const values = new Map(placesOf(side).map((place) => [place.path, change(party, place)]))
    return {
      ...side,
      ...(field === null || !side.auth ? {} : { auth: { ...side.auth, [field]: values.get(`/auth/${field}`) } }),
      ...(side.secrets === undefined
        ? {}
        : { secrets: side.secrets.map((it, at) => ({ ...it, value: values.get(`/secrets/${at}/value`) })) }),
    }
  }
  const { source, destination, enrichment } = config as { source: Side; destination: Side; enrichment: Side[] }
  const routes = mapDestinations(config as ConnectorConfig, (route) => ({
    ...route,
    destination: changed(route.destination as Side),
  }))
  return {
    ...routes,
    source: changed(source),
    destination: changed(destination),
    enrichment: enrichment.map(changed),
  } as To
}

type Before = { readonly draft: StoredConfig; readonly origins: ReadonlyMap<string, string> } | null
type ConnectorKey = { readonly companyId: string; readonly connectorId: string }

/**
 * What a person sent, as it is kept. A text is a new secret, a mark means the one that is there: it stays only where it was before and only
 * while the origin stays, else it is gone and has to be given again.
 */
export function extractSecrets(
  config: ConnectorConfig,
  before: Before,
  whose: ConnectorKey,
): { stored: StoredConfig; added: NewSecret[] } {
  const added: NewSecret[] = []
  const sidesBefore = new Map(before ? partiesOf(before.draft).map(({ key, side }) => [key, side]) : [])
  const stored = withSecrets<StoredConfig>(config, ({ key }, { id, member, origin }) => {
    const secret = member as Secret
    if (secret === '') return ''
    if (typeof secret === 'string') {
      const ref = newSecretRef(secret)
      added.push({ ref, ...whose, origin, plain: secret })
      return ref
    }
    const sideBefore = sidesBefore.get(key)
    const kept = sideBefore ? placesOf(sideBefore).find((place) => place.id === id)?.member : undefined
    return isSecretRef(kept) && before?.origins.get(kept.secretId) === origin ? kept : ''
  })
  return { stored, added }
}

const refsOf = (side: Side) =>
  placesOf(side).flatMap(({ path, member, origin }) => (isSecretRef(member) ? [{ path, ref: member, origin }] : []))

/** The secrets of a stored configuration, each with the origin that it stands for now. */
export const boundSecrets = (stored: StoredConfig): { readonly ref: SecretRef; readonly origin: string }[] =>
  partiesOf(stored).flatMap(({ side }) => refsOf(side).map(({ ref, origin }) => ({ ref, origin })))

/** The same configuration with another secret in the place of each. */
export const withOtherSecrets = (stored: StoredConfig, other: (ref: SecretRef) => SecretRef | ''): StoredConfig =>
  withSecrets<StoredConfig>(stored, (_, { member }) => (isSecretRef(member) ? other(member) : member))

/** What is kept, as a person may see it. */
export function showMarks(stored: StoredConfig): ConnectorConfig {
  return withSecrets<ConnectorConfig>(stored, (_, { member }) => (isSecretRef(member) ? { set: true, last4: member.last4 } : ''))
}

/** The secrets of a configuration that are not kept any more. */
export function lostSecrets(stored: StoredConfig, kept: ReadonlySet<string>): FieldProblem[] {
  return partiesOf(stored).flatMap(({ path, side }) =>
    refsOf(side)
      .filter(({ ref }) => !kept.has(ref.secretId))
      .map((place) => ({
        path: `${path}${place.path}`,
        message: 'This secret is no longer stored. Enter it again and deploy.',
      })),
  )
}

/** The secrets that must be given before anything can be sent. */
export function missingSecrets(config: StoredConfig | ConnectorConfig): FieldProblem[] {
  const message = 'Enter the secret. A saved secret is only ever sent to its own URL.'
  return partiesOf(config).flatMap(({ path, side }) =>
    placesOf(side).flatMap((place) => (place.member === '' ? [{ path: `${path}${place.path}`, message }] : [])),
  )
}

/** These carry credentials, and headers are kept in plain. */
const carriesCredentials = /^(?:authorization|cookie|proxy-.*)$/i

/** What would be a secret in a place where it is kept and shown in plain. */
export function plainSecrets(config: Omit<ConnectorConfig, 'trigger'>): FieldProblem[] {
  const { source, destination, enrichment } = config
  const sides = [
    { path: '/source', side: source },
    { path: '/destination', side: destination },
    ...enrichment.map((side, at) => ({ path: `/enrichment/${at}`, side })),
    ...otherDestinations(config).map(({ path, destination: side }) => ({ path: `${path}/destination`, side })),
  ]
  return sides.flatMap(({ path, side }) => [
    ...(/[?@]/.test(side.azureConfig?.endpoint ?? '')
      ? [
          {
            path: `${path}/azureConfig/endpoint`,
            message: 'Enter the signature or password under authentication, so the value stays secret',
          },
        ]
      : []),
    ...(side.headers ?? []).flatMap(({ key }, at) => {
      const name = key.trim()
      if (!carriesCredentials.test(name)) return []
      const message = `Use authentication instead of ${/^a/i.test(name) ? 'an' : 'a'} ${name} header, so the value stays secret`
      return [{ path: `${path}/headers/${at}`, message }]
    }),
  ])
}
