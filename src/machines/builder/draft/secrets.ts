/** The secrets of a draft: what is typed into them leaves the page in a save only. */
import {
  type Auth,
  type ConnectorConfig,
  type Secret,
  type SecretValue,
  secretFieldOf,
} from '#contract/connectors/config/config.ts'
import type { Draft } from './draft.ts'

type Side = ConnectorConfig['source'] | ConnectorConfig['destination'] | ConnectorConfig['enrichment'][number]

/** The secret of a side; null where its kind of sign-in has none. The empty text is one that is not given. */
export function secretOf({ auth }: Pick<Side, 'auth'>): Secret | null {
  const field = auth === undefined ? null : secretFieldOf[auth.type]
  return field === null ? null : ((auth as unknown as Readonly<Record<string, Secret>>)[field] ?? '')
}

/** The draft without what was typed into secrets; what the server has stays marked as set. */
export const withoutSecrets = (draft: Draft): Draft =>
  withSides(draft, (side) => {
    const bare = (secret: Secret) => (typeof secret === 'string' ? '' : secret)
    return withValues(withSecret(withoutCredentials(side), bare), ({ value }) => bare(value))
  })

/** A draft whose secrets were left out, with those that the server has in the same place. */
export function withSecretsOf(draft: Draft, server: Draft): Draft {
  const { source, destination, enrichment } = server.config
  const known = new Map<string, Side>([
    ['source', source],
    ['destination', destination],
    ...enrichment.map((side) => [`enrichment ${side.id}`, side] as const),
  ])
  return withSides(draft, (side, place) => {
    const theirs = known.get(place)
    const kept = theirs?.auth?.type === side.auth?.type && theirs !== undefined ? secretOf(theirs) : null
    const withAuth = withSecret(side, (secret) => (secret === '' && kept !== null && typeof kept !== 'string' ? kept : secret))
    return withValues(withAuth, (it) => {
      const saved = theirs?.secrets?.find((other) => other.in === it.in && other.name === it.name)?.value
      return it.value === '' && saved !== undefined && typeof saved !== 'string' ? saved : it.value
    })
  })
}

function withSides(draft: Draft, change: <It extends Side>(side: It, place: string) => It): Draft {
  const { source, destination, enrichment } = draft.config
  return {
    ...draft,
    config: {
      ...draft.config,
      source: change(source, 'source'),
      destination: change(destination, 'destination'),
      enrichment: enrichment.map((side) => change(side, `enrichment ${side.id}`)),
    },
  }
}

function withSecret<It extends Side>(side: It, change: (secret: Secret) => Secret): It {
  const secret = secretOf(side)
  if (secret === null || side.auth === undefined) return side
  const field = secretFieldOf[side.auth.type] as string
  return { ...side, auth: { ...side.auth, [field]: change(secret) } as Auth }
}

const withValues = <It extends Side>(side: It, change: (value: SecretValue) => Secret): It =>
  side.secrets === undefined ? side : { ...side, secrets: side.secrets.map((it) => ({ ...it, value: change(it) })) }

/** The field of the authentication that holds its secret; `other` for the secret of a header or a parameter. */
export type SecretName = NonNullable<(typeof secretFieldOf)[Auth['type']]> | 'other'

/** Which secret of a side is missing, that of its authentication first; null where none is. */
export function lackingSecret(side: Pick<Side, 'auth' | 'secrets'>): SecretName | null {
  if (side.auth !== undefined && secretOf(side) === '') return secretFieldOf[side.auth.type]
  return (side.secrets ?? []).some(({ value }) => value === '') ? 'other' : null
}

/** Headers that the server takes in no draft: what was typed there may be a secret. */
const credentials = /^(?:authorization$|cookie$|proxy-)/i

const withoutCredentials = <It extends Side>(side: It): It =>
  side.headers === undefined
    ? side
    : { ...side, headers: side.headers.map((header) => (credentials.test(header.key) ? { ...header, value: '' } : header)) }
