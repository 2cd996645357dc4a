/** What is written of a connection, as text by field, and the form that is sent. */
import type { ConnectionCheck, ConnectionCredentials, ConnectionForm, ConnectionItem } from '#contract/connections/connection.ts'
import { connectionFaults, originOfPlace } from '#contract/connections/connection-check.ts'
import { type ConnectionKind, connectionAuthTypes } from '#contract/connections/connection-limits.ts'
import { secretFieldOf } from '#contract/connectors/config/config.ts'
import type { Entry } from '../kit/entry-dialog.machine.ts'
import { createRequestMachine } from '../kit/request.machine.ts'
import { isAppChosen } from './sign-in.ts'

type ConnectionAuthType = (typeof connectionAuthTypes)[ConnectionKind][number]

const given = (entry: Entry, field: string) => (entry[field] ?? '').trim()

/** What the dialog begins with; null of a new one. */
export function connectionEntryOf(of: ConnectionItem | null): Entry {
  const form = of?.form ?? null
  const auth = (form?.auth ?? { type: 'bearer' }) as { readonly type: ConnectionCredentials['type'] } & Readonly<
    Record<string, unknown>
  >
  const field = secretFieldOf[auth.type]
  const mark = field === null ? undefined : (auth[field] as { readonly last4?: string } | '' | undefined)
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  return {
    ...{ id: of?.id ?? '', revision: String(of?.revision ?? ''), name: form?.name ?? '', kind: form?.kind ?? 'http' },
    ...{ url: form?.url ?? '', testPath: form?.testPath ?? '', visibility: form?.visibility ?? 'everyone' },
    ...{
      engine: form?.database?.engine ?? 'postgresql',
      host: form?.database?.host ?? '',
      database: form?.database?.database ?? '',
    },
    ...{ port: String(form?.database?.port ?? ''), tls: form?.database?.tls ?? 'verify', authType: auth.type },
    ...{ username: text(auth['username']), keyName: text(auth['name']) || 'X-API-Key', keyIn: text(auth['in']) || 'header' },
    ...{ tokenUrl: text(auth['tokenUrl']), clientId: text(auth['clientId']), scope: text(auth['scope']), secret: '' },
    ...{ appId: text(auth['appId']), scopes: text(auth['scopes']) },
    // What the stored secret is kept for: another address or sign-in asks for it again.
    savedFor: mark ? savedFor(form as ConnectionForm) : '',
    last4: mark ? (mark.last4 ?? '') : '',
    ...{ perSecond: String(form?.requestsPerSecond ?? ''), atOnce: String(form?.atOnce ?? '') },
    // What has no field goes on as it is.
    rest: JSON.stringify(form === null ? {} : { gateway: form.gateway, people: form.people, auth }),
  }
}

const savedFor = (form: ConnectionForm) =>
  `${form.auth.type} ${originOfPlace(form)} ${form.auth.type === 'oauth2ClientCredentials' ? form.auth.tokenUrl : ''}`

export const kindOf = (entry: Entry): ConnectionKind => (entry['kind'] === 'database' ? 'database' : 'http')

/** The chosen sign-in; the first that the kind has where another kind was chosen since. */
export function authTypeOf(entry: Entry): ConnectionAuthType {
  const types: readonly ConnectionAuthType[] = connectionAuthTypes[kindOf(entry)]
  return types.find((it) => it === entry['authType']) ?? types[0] ?? 'none'
}

type Rest = Partial<Pick<ConnectionForm, 'gateway' | 'people'>> & { readonly auth?: ConnectionCredentials }
const restOf = (entry: Entry) => JSON.parse(entry['rest'] || '{}') as Rest

function withSecret(entry: Entry, secret: unknown): ConnectionForm {
  const kind = kindOf(entry)
  const type = authTypeOf(entry)
  const { auth: before, people = [], ...rest } = restOf(entry)
  const own = {
    none: { type },
    basic: { type, username: given(entry, 'username'), password: secret },
    bearer: { type, token: secret },
    apiKey: { type, in: entry['keyIn'] === 'query' ? 'query' : 'header', name: given(entry, 'keyName'), value: secret },
    oauth2AuthorizationCode: {
      ...{ type, appId: given(entry, 'appId') },
      ...(given(entry, 'scopes') === '' ? {} : { scopes: given(entry, 'scopes') }),
    },
    oauth2ClientCredentials: {
      ...{ type, tokenUrl: given(entry, 'tokenUrl'), clientId: given(entry, 'clientId'), clientSecret: secret },
      ...(given(entry, 'scope') === '' ? {} : { scope: given(entry, 'scope') }),
    },
  }[type]
  const port = Number(given(entry, 'port'))
  const tls = (['verify', 'require', 'disable'] as const).find((it) => it === entry['tls']) ?? 'verify'
  const engine = entry['engine'] === 'mysql' ? ('mysql' as const) : ('postgresql' as const)
  const place = {
    ...{ engine, host: given(entry, 'host'), database: given(entry, 'database'), tls },
    ...(Number.isInteger(port) && port > 0 ? { port } : {}),
  } as const
  const testPath = given(entry, 'testPath')
  const limit = (field: string, value: string) => (value === '' ? {} : { [field]: Number(value) })
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
    ...{
      name: given(entry, 'name'),
      kind,
      visibility: entry['visibility'] === 'named' ? 'named' : 'everyone',
      people: [...people],
    },
    ...(kind === 'http'
      ? {
          url: given(entry, 'url'),
          ...(testPath === '' ? {} : { testPath }),
          ...limit('requestsPerSecond', given(entry, 'perSecond')),
          ...limit('atOnce', given(entry, 'atOnce')),
        }
      : { database: place }),
    auth: { ...(before?.type === type ? before : {}), ...own } as ConnectionCredentials,
  }
}

/** Whether the stored secret goes on: nothing is written, and sign-in and address are those that it was saved for. */
export const keepsSecret = (entry: Entry): boolean =>
  (entry['secret'] ?? '') === '' && given(entry, 'savedFor') !== '' && savedFor(withSecret(entry, '')) === entry['savedFor']

export const connectionFormOf = (entry: Entry): ConnectionForm =>
  withSecret(entry, keepsSecret(entry) ? { set: true, last4: entry['last4'] ?? '' } : (entry['secret'] ?? ''))

/** Fields by the place that a fault names. */
const fieldOf: Readonly<Record<string, string>> = {
  '/url': 'url',
  '/requestsPerSecond': 'perSecond',
  '/atOnce': 'atOnce',
  '/database/host': 'host',
  '/auth/username': 'username',
  '/auth/name': 'keyName',
  '/auth/tokenUrl': 'tokenUrl',
  '/auth/clientId': 'clientId',
  '/auth/scopes': 'scopes',
}

/** What is wrong with each field that has been written in. */
export function faultsOfEntry(entry: Entry): Readonly<Record<string, string>> {
  const faults = connectionFaults(connectionFormOf(entry)).flatMap(({ path, message }) => {
    const field = fieldOf[path] ?? (path.startsWith('/auth/') ? 'secret' : '')
    return given(entry, field) === '' ? [] : [[field, message] as const]
  })
  return Object.fromEntries(faults)
}

export const isConnectionComplete = (entry: Entry): boolean =>
  given(entry, 'name') !== '' &&
  (kindOf(entry) === 'http' || given(entry, 'database') !== '') &&
  (authTypeOf(entry) !== 'oauth2AuthorizationCode' || isAppChosen(entry)) &&
  connectionFaults(connectionFormOf(entry)).length === 0

/** One test of a connection; the response is what came of it. */
export const connectionTestMachine = createRequestMachine<{ readonly id: string }, ConnectionCheck>({ id: 'connection-test' })
