/** What is wrong with a side as it is typed. The server says the same before it sends anything; a code for each, said by `side.messages.ts`. */
import type { Auth, NamedValue, Secret } from '#contract/connectors/config/config.ts'
import { plainHost } from '#contract/connectors/config/database.ts'
import { unfilledNames } from '#contract/connectors/config/hazards/destination-address.ts'
import { isFilter, isStreamName, isSubject } from '#contract/connectors/config/streams/nats.ts'
import { isTotalTooShort, type Timeouts, timeoutLimits } from '#contract/connectors/config/timeouts.ts'
import { hasParameters, type WebAddressFault, webAddressFault } from '#contract/kit/web-address.ts'
import { methodOf, methodsOf, type SideConfig, type SideName, secretOf } from './side-config.ts'

export type SideFault =
  | WebAddressFault
  | 'signatureInAddress'
  | 'recordInAddress'
  | 'cannotRead'
  | 'cannotWrite'
  | 'headerName'
  | 'headerValue'
  | 'credentialHeader'
  | 'ownHeader'
  | 'twice'
  | 'sameSecret'
  | 'noHost'
  | 'lowPort'
  | 'queryOrTable'
  | 'firstByteRange'
  | 'paceRange'
  | 'totalRange'
  | 'totalTooShort'
  | 'noContainer'
  | 'noStream'
  | 'noSubject'
  | 'openSubject'
  | 'secretNeeded'

/** By JSON pointer into the side, e.g. `/headers/0/key`. */
export type SideFaults = Readonly<Record<string, SideFault>>

const containerName = /^(?:\$root|\$web|(?!.*--)[a-z0-9][a-z0-9-]{1,61}[a-z0-9])$/
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const headerValue = /^[\t\u0020-\u007e\u0080-\u00ff]*$/
/** These carry credentials, and headers are kept in plain. */
const credentialHeader = /^(?:authorization|cookie|proxy-.*)$/i

export function faultsOf(side: SideName, config: SideConfig): SideFaults {
  const found = { http: httpFaults, database: databaseFaults, azure: azureFaults, nats: natsFaults }[config.type](side, config)
  const secret = secretOf(config.auth)
  return withoutFree({
    ...found,
    ...authFaults(config),
    '/auth/secret': secret === '' ? 'secretNeeded' : sentSecretFault(config.auth),
  })
}

type Found = Readonly<Record<string, SideFault | null>>

const withoutFree = (found: Found): SideFaults =>
  Object.fromEntries(Object.entries(found).flatMap(([path, fault]) => (fault === null ? [] : [[path, fault]])))

function httpFaults(side: SideName, config: SideConfig): Found {
  const isFit = methodsOf[side].includes(methodOf(side, config))
  return {
    '/url':
      webAddressFault(config.url) ?? (side === 'destination' && unfilledNames(config).length > 0 ? 'recordInAddress' : null),
    '/requestMethod': isFit ? null : side === 'destination' ? 'cannotWrite' : 'cannotRead',
    ...timeoutFaults(config.timeouts),
    '/requestsPerSecond': (config.requestsPerSecond ?? 1) < 0.01 || (config.requestsPerSecond ?? 1) > 1_000 ? 'paceRange' : null,
    ...rowFaults('/headers', config.headers, ({ key, value }) => ({
      key: credentialHeader.test(key.trim())
        ? 'credentialHeader'
        : key.toLowerCase() === 'idempotency-key'
          ? 'ownHeader'
          : headerName.test(key)
            ? null
            : 'headerName',
      value: headerValue.test(value) ? null : 'headerValue',
    })),
    ...rowFaults('/queries', config.queries, ({ key }) => ({ key: key === '' ? 'needed' : null })),
    ...secretFaults(config),
    ...rowFaults('/variables', config.variables, ({ key }, others) => ({
      key: key === '' ? 'needed' : others.some((other) => other.key === key && other.active !== false) ? 'twice' : null,
    })),
  }
}

function secretFaults({ secrets = [] }: SideConfig): Found {
  const found = secrets.flatMap(({ in: place, name, value }, at) => [
    [`/secrets/${at}/name`, nameFault(secrets, at)] as const,
    [`/secrets/${at}/value`, value === '' ? ('secretNeeded' as const) : place === 'header' ? secretFault(value) : null] as const,
    ...(place === 'header' && ownHeader.test(name) ? [[`/secrets/${at}/name`, 'ownHeader' as const] as const] : []),
  ])
  return Object.fromEntries(found)
}

/** Of one that was typed and is not saved yet. */
const secretFault = (secret: Secret): SideFault | null =>
  typeof secret === 'string' && !headerValue.test(secret) ? 'headerValue' : null

const sentSecretFault = (auth: Auth | undefined): SideFault | null =>
  auth?.type === 'bearer'
    ? secretFault(auth.token)
    : auth?.type === 'apiKey' && auth.in === 'header'
      ? secretFault(auth.value)
      : null

const ownHeader = /^(?:idempotency-key|host|content-length|connection)$/i

function nameFault(secrets: NonNullable<SideConfig['secrets']>, at: number): SideFault | null {
  const own = secrets[at]
  if (own === undefined || own.name === '') return 'needed'
  if (own.in === 'header' && !headerName.test(own.name)) return 'headerName'
  const same = (other: typeof own) =>
    other.in === own.in && (own.in === 'header' ? other.name.toLowerCase() === own.name.toLowerCase() : other.name === own.name)
  return secrets.slice(0, at).some(same) ? 'sameSecret' : null
}

type OfRow = (row: NamedValue, above: readonly NamedValue[]) => Readonly<Record<string, SideFault | null>>

/** What is switched off is not sent, so nothing is wrong with it. */
function rowFaults(path: string, rows: readonly NamedValue[] = [], faults: OfRow): Found {
  const found = rows.flatMap((row, at) => {
    if (row.active === false) return []
    return Object.entries(faults(row, rows.slice(0, at))).map(([field, fault]) => [`${path}/${at}/${field}`, fault] as const)
  })
  return Object.fromEntries(found)
}

const isWithin = (seconds: number | undefined, max: number) => seconds === undefined || (seconds >= 1 && seconds <= max)

function timeoutFaults(timeouts: Timeouts = {}): Found {
  const { firstByteSeconds, totalSeconds } = timeouts
  return {
    '/timeouts/firstByteSeconds': isWithin(firstByteSeconds, timeoutLimits.firstByteMax) ? null : 'firstByteRange',
    '/timeouts/totalSeconds': isWithin(totalSeconds, timeoutLimits.totalMax)
      ? isTotalTooShort(timeouts)
        ? 'totalTooShort'
        : null
      : 'totalRange',
  }
}

function databaseFaults(side: SideName, { databaseConfig: database }: SideConfig): Found {
  if (database === undefined) return { '/databaseConfig/host': 'needed', '/databaseConfig/database': 'needed' }
  const { host, port, query = '', table = '', write, statement = '' } = database
  const isStatement = side === 'destination' && write === 'statement'
  const isOne = isStatement || (side === 'destination' ? table !== '' : (query === '') !== (table === ''))
  return {
    '/databaseConfig/host': host === '' ? 'needed' : plainHost(host) === null ? 'noHost' : null,
    '/databaseConfig/database': database.database === '' ? 'needed' : null,
    '/databaseConfig/port': port !== undefined && port < 1_024 ? 'lowPort' : null,
    '/databaseConfig/statement': isStatement && statement.trim() === '' ? 'needed' : null,
    '/databaseConfig/table': isOne ? null : side === 'destination' ? 'needed' : 'queryOrTable',
  }
}

function azureFaults(_: SideName, { azureConfig: azure }: SideConfig): Found {
  const { endpoint = '', container = '' } = azure ?? {}
  const fault = webAddressFault(endpoint)
  return {
    '/azureConfig/endpoint': fault ?? (hasParameters(endpoint) ? 'signatureInAddress' : null),
    '/azureConfig/container': container === '' ? 'needed' : containerName.test(container) ? null : 'noContainer',
  }
}

function natsFaults(side: SideName, { natsConfig: nats }: SideConfig): Found {
  const { host = '', port, stream = '', subject = '' } = nats ?? {}
  return {
    '/natsConfig/host': host === '' ? 'needed' : plainHost(host) === null ? 'noHost' : null,
    '/natsConfig/port': port !== undefined && port < 1_024 ? 'lowPort' : null,
    '/natsConfig/stream': stream === '' ? 'needed' : isStreamName(stream) ? null : 'noStream',
    '/natsConfig/subject':
      side === 'destination' ? subjectFault(subject) : subject === '' || isFilter(subject) ? null : 'noSubject',
  }
}

function subjectFault(subject: string): SideFault | null {
  if (subject === '') return 'needed'
  if (/^[${]/.test(subject)) return 'openSubject'
  return isSubject(subject) ? null : 'noSubject'
}

function authFaults({ auth }: SideConfig): Found {
  switch (auth?.type) {
    case 'basic':
      return { '/auth/username': auth.username === '' && auth.keyAsUserName !== true ? 'needed' : null }
    case 'apiKey':
      return {
        '/auth/name': auth.name === '' ? 'needed' : auth.in === 'query' || headerName.test(auth.name) ? null : 'headerName',
      }
    case 'oauth2ClientCredentials':
      return { '/auth/tokenUrl': webAddressFault(auth.tokenUrl), '/auth/clientId': auth.clientId === '' ? 'needed' : null }
    case 'accountKey':
      return { '/auth/account': auth.account === '' ? 'needed' : null }
    default:
      return {}
  }
}
