/** The environment, read once and checked. Everything else gets this object; nobody else reads `process.env`. */
import { join, resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import { withoutEnd } from '#contract/kit/without-end.ts'
import type { QuotaSettings } from '../../features/billing/limits.ts'
import type { OutboundProxy } from '../../outbound/gateway/proxy.ts'
import type { MailServer } from '../../outbound/mail.ts'
import type { MessageWebhook, MessageWebhooks } from '../../outbound/message-webhook.ts'
import { usualConnections } from '../database/database.ts'
import { coldWeeksMin } from '../database/ledger-weeks.ts'
import { checkBasePath } from '../http/base-path.ts'
import { isLoopbackHost } from '../http/loopback-request.ts'
import { type PaymentConfig, paymentConfig } from './payment-config.ts'
import { proxyConfig } from './proxy.ts'

export type Config = PaymentConfig & {
  readonly host: string
  readonly port: number
  /** Address under which people reach the console, without a slash at the end. */
  readonly publicUrl: string
  /** Address under which this process reaches its own sandbox. */
  readonly sandboxOrigin: string
  /** Whether the sandbox takes and shows anything: it is for trying out on one's own machine. */
  readonly sandbox: boolean
  /** Absolute. */
  readonly dataDir: string
  readonly databaseUrl: string | null
  /** Of this process to PostgreSQL, beside the one that listens. */
  readonly databaseConnections: number
  /** Starts also on a PostgreSQL that is set to lose acknowledged work in a power loss. */
  readonly unsafeDatabase: boolean
  readonly role: 'api' | 'worker' | 'both'
  readonly demo: {
    readonly seed: boolean
    readonly password: string | null
    /** Whether its connectors are deployed and run; only where there is a sandbox. */
    readonly connectors: boolean
  }
  /** The proxy of the operator's network; null: requests go directly. */
  readonly proxy: OutboundProxy | null
  /** CIDRs that connectors may reach besides the public internet. */
  readonly egressAllow: readonly string[]
  /** Null: a generated one in the data folder. */
  readonly secretKey: string | null
  /** Whether anybody may sign up with a company of their own. Whoever is invited always may. */
  readonly publicSignUp: boolean
  readonly logLevel: LogLevel
  /** Addresses of proxies whose `X-Forwarded-For` is believed. */
  readonly trustProxy: readonly string[]
  /** Calls a minute and address. */
  readonly rateLimit: number
  /** Events a minute and address that senders may post. */
  readonly hookRateLimit: number
  /** Events of one connector that may wait. */
  readonly hookBacklog: number
  /** What a company that somebody signed up for nothing may have and do. */
  /** Who keeps cards and charges them; the sandbox charges nobody. */
  readonly quotas: QuotaSettings
  /** Wrong passwords a minute and account. */
  readonly signInLimit: number
  /** Days that transactions are kept; null keeps them for ever. */
  readonly ledgerDays: number | null
  /** Weeks after which a closed week of the ledger becomes files; null: never. */
  readonly coldWeeks: number | null
  /** Where these files are; absolute. */
  readonly coldFolder: string
  /** Of a container of Azure Blob Storage, with a shared access signature. Null: the folder holds the files. */
  readonly coldUrl: string | null
  /** Answers every GraphQL document and tells the schema, for development; else only the documents of the console. */
  readonly graphFree: boolean
  /** Opens `/metrics` to other machines than this one. */
  readonly metricsToken: string | null
  /** Null: what would be sent is kept in the outbox. */
  readonly smtp: MailServer | null
  /** Where requests to support are mailed to; null: they are read in the console. */
  readonly supportEmail: string | null
  /** Where SMS and WhatsApp messages are handed over; null: they are kept in the outbox. */
  readonly messageWebhooks: MessageWebhooks
  /** `<point>#<n>`: the process ends itself there, for tests that prove what a crash does. */
  readonly crashAt: string | null
  /** Where the built console is. */
  readonly consoleDir: string
  /** The identity provider with which people may sign in; null: there is none. */
  readonly oidc: OidcSettings | null
  /** Name servers that are asked whether a company owns an email domain; none: those of the system. */
  readonly dnsServers: readonly string[]
}

export type OidcSettings = {
  /** As the provider names itself. The operator's own word: its host may be private. */
  readonly issuer: string
  readonly clientId: string
  /** Null: the provider knows this client as a public one. */
  readonly clientSecret: string | null
  /** What people read on the button. */
  readonly name: string
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

type Environment = Readonly<Record<string, string | undefined>>

const root = join(import.meta.dirname, '../../..')
const secretKeyLength = 32
const metricsTokenLength = 16
/** The longest that sign-in takes. */
const passwordMax = 256
/** It stands on a button. */
const oidcNameMax = 64

/** @throws an Error whose message names the variable and says what it takes. */
export function readConfig(environment: Environment): Config {
  // An empty variable is a variable that is not set: compose files and CI write them.
  const text = (name: string) => environment[name]?.trim() || null
  const port = integer('PORT', text('PORT') ?? '3001', 1, 65_535)
  const databaseUrl = address('DATABASE_URL', text('DATABASE_URL'), ['postgres:', 'postgresql:'])
  const ledgerDays = text('LEDGER_DAYS')
  const coldWeeks = text('COLD_LEDGER_WEEKS')
  const dataDir = resolve(text('DATA_DIR') ?? join(root, '.data'))
  const role = oneOf('ROLE', text('ROLE') ?? 'both', ['api', 'worker', 'both'])
  if (role !== 'both' && databaseUrl === null) {
    throw new Error(`ROLE=${role} needs DATABASE_URL: with the embedded database, one process does both.`)
  }
  const publicUrl = withoutEnd(address('PUBLIC_URL', text('PUBLIC_URL'), ['http:', 'https:']) ?? `http://localhost:${port}`, '/')
  checkBasePath(publicUrl)
  const isThisMachine = isLoopbackHost(new URL(publicUrl).host)
  const sandbox = yesNo('SANDBOX', text('SANDBOX') ?? String(isThisMachine))
  const isLocal = isThisMachine && databaseUrl === null
  return Object.freeze({
    host: text('HOST') ?? '127.0.0.1',
    port,
    publicUrl,
    sandboxOrigin: `http://127.0.0.1:${port}`,
    sandbox,
    dataDir,
    databaseUrl,
    databaseConnections: integer('DATABASE_CONNECTIONS', text('DATABASE_CONNECTIONS') ?? String(usualConnections), 2, 200),
    unsafeDatabase: yesNo('UNSAFE_DATABASE', text('UNSAFE_DATABASE') ?? 'false'),
    role,
    demo: {
      ...demoCompany(text, isLocal),
      connectors: sandbox && yesNo('DEMO_CONNECTORS', text('DEMO_CONNECTORS') ?? 'true'),
    },
    proxy: proxyConfig(text),
    egressAllow: list(text('EGRESS_ALLOW')).map((cidr) => checkCidr('EGRESS_ALLOW', cidr)),
    secretKey: secretKey(text('SECRET_KEY')),
    publicSignUp: yesNo('PUBLIC_SIGN_UP', text('PUBLIC_SIGN_UP') ?? 'true'),
    logLevel: oneOf('LOG_LEVEL', text('LOG_LEVEL') ?? 'info', logLevels),
    trustProxy: list(text('TRUST_PROXY')).map((cidr) => checkCidr('TRUST_PROXY', cidr)),
    rateLimit: integer('RATE_LIMIT', text('RATE_LIMIT') ?? '1200', 1, 1_000_000),
    hookRateLimit: integer('HOOK_RATE_LIMIT', text('HOOK_RATE_LIMIT') ?? '60000', 1, 10_000_000),
    hookBacklog: integer('HOOK_BACKLOG', text('HOOK_BACKLOG') ?? '100000', 1, 10_000_000),
    signInLimit: integer('SIGN_IN_LIMIT', text('SIGN_IN_LIMIT') ?? '10', 1, 1_000_000),
    ...paymentConfig(text, sandbox),
    quotas: quotas((name, usual) => integer(name, text(name) ?? usual, 1, 1_000_000)),
    ledgerDays: ledgerDays === null ? null : integer('LEDGER_DAYS', ledgerDays, 1, 36_500),
    coldWeeks: coldWeeks === null ? null : integer('COLD_LEDGER_WEEKS', coldWeeks, coldWeeksMin, 520),
    coldFolder: resolve(text('COLD_LEDGER_DIR') ?? join(dataDir, 'cold-ledger')),
    coldUrl: container('COLD_LEDGER_URL', text('COLD_LEDGER_URL')),
    graphFree: yesNo('GRAPHQL_FREE', text('GRAPHQL_FREE') ?? 'false'),
    metricsToken: metricsToken(text('METRICS_TOKEN')),
    smtp: mailServer(text('SMTP_URL'), text('SMTP_FROM')),
    supportEmail: email('SUPPORT_EMAIL', text('SUPPORT_EMAIL')),
    messageWebhooks: messageWebhooks(text),
    crashAt: text('CRASH_AT'),
    consoleDir: join(root, 'dist/console'),
    oidc: oidc(text),
    dnsServers: list(text('DNS_SERVERS')).map(nameServer),
  })
}

/**
 * The demo company has a SUPER_ADMIN, so an installation that others can reach gets one only on request, and with a password that its operator chose: a
 * generated one would be printed into the log of a service.
 */
function demoCompany(text: (name: string) => string | null, isLocal: boolean) {
  const seed = yesNo('SEED_DEMO', text('SEED_DEMO') ?? String(isLocal))
  const given = password(text('DEMO_PASSWORD'))
  if (seed && !isLocal && given === null) {
    throw new Error('SEED_DEMO=true needs DEMO_PASSWORD if DATABASE_URL is set or PUBLIC_URL is not this machine.')
  }
  return { seed, password: given }
}

const quotas = (number: (name: string, usual: string) => number): QuotaSettings => ({
  connectors: number('FREE_CONNECTORS', '100'),
  schedules: number('FREE_SCHEDULES', '20'),
  period: number('FREE_PERIOD', '60'),
  calls: number('FREE_CALLS', '1200'),
  runs: number('FREE_RUNS', '2'),
})

/** OpenID Connect Discovery 1.0, section 3: an issuer has neither query nor fragment. */
function oidc(text: (name: string) => string | null): OidcSettings | null {
  const [issuer, clientId] = [address('OIDC_ISSUER', text('OIDC_ISSUER'), ['https:', 'http:']), text('OIDC_CLIENT_ID')]
  if (issuer === null && clientId === null) return null
  if (issuer === null || clientId === null) throw new Error('Set both OIDC_ISSUER and OIDC_CLIENT_ID, or neither.')
  const { username, password, pathname } = new URL(issuer)
  if (username !== '' || password !== '' || /[?#]/.test(issuer) || pathname.includes('/.well-known/')) {
    throw new Error('OIDC_ISSUER must be only the issuer, without password, query or configuration path.')
  }
  const name = text('OIDC_NAME') ?? 'Single sign-on'
  if (name.length > oidcNameMax) throw new Error(`OIDC_NAME must have at most ${oidcNameMax} characters.`)
  return { issuer, clientId, clientSecret: text('OIDC_CLIENT_SECRET'), name }
}

function integer(name: string, value: string, min: number, max: number): number {
  const number = Number(value)
  if (/^\d+$/.test(value) && number >= min && number <= max) return number
  throw new Error(`${name} must be a whole number from ${min} to ${max}, not "${value}".`)
}

function oneOf<const T extends string>(name: string, value: string, words: readonly T[]): T {
  const word = words.find((each) => each === value)
  if (word !== undefined) return word
  throw new Error(`${name} must be one of ${words.join(', ')}, not "${value}".`)
}

function yesNo(name: string, value: string): boolean {
  return oneOf(name, value, ['true', 'false']) === 'true'
}

/** The value may hold a password, so the message does not repeat it. */
function address(name: string, value: string | null, protocols: readonly string[]): string | null {
  if (value === null) return null
  if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value
  throw new Error(`${name} must be a URL that starts with ${protocols.map((each) => `${each}//`).join(' or ')}.`)
}

/** A container of Azure Blob Storage with its signature; without TLS only on this machine. */
function container(name: string, value: string | null): string | null {
  const url = value !== null && URL.canParse(value) ? new URL(value) : null
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackHost(url.host))
  if (value === null || (url && isSafe && /^\/[^/]/.test(url.pathname) && url.searchParams.has('sig'))) return value
  throw new Error(
    `${name} must be the https URL of a container with its shared access signature, for example https://account.blob.core.windows.net/ledger?sv=…&sig=….`,
  )
}

function email(name: string, value: string | null): string | null {
  if (value === null || /^[^\s@]{1,64}@[^\s@]{1,189}$/.test(value)) return value
  throw new Error(`${name} must be an email address.`)
}

function list(value: string | null): string[] {
  return (value ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
}

function secretKey(value: string | null): string | null {
  if (value !== null && value.length < secretKeyLength) {
    throw new Error(`SECRET_KEY must have at least ${secretKeyLength} characters, for example from: openssl rand -base64 32`)
  }
  return value
}

function metricsToken(value: string | null): string | null {
  if (value !== null && value.length < metricsTokenLength) {
    throw new Error(`METRICS_TOKEN must have at least ${metricsTokenLength} characters, for example from: openssl rand -hex 16`)
  }
  return value
}

function password(value: string | null): string | null {
  if (value !== null && value.length > passwordMax) throw new Error(`DEMO_PASSWORD must have at most ${passwordMax} characters.`)
  return value
}

function checkCidr(name: string, value: string): string {
  if (ipaddr.isValidCIDR(value)) return value
  throw new Error(`${name} must be a comma-separated list of networks like 10.0.0.0/8, not "${value}".`)
}

/** An address of `DNS_SERVERS`, with or without a port. @throws an Error that says what it takes. */
function nameServer(server: string): string {
  const { 1: address = '', 2: port = '53' } = /^\[?([0-9a-f.:]{2,45}?)\]?(?::([0-9]{1,5}))?$/.exec(server.toLowerCase()) ?? []
  if (ipaddr.isValid(address) && Number(port) > 0 && Number(port) < 65_536) return server
  throw new Error(`DNS_SERVERS must be a comma-separated list of addresses like 10.0.0.53 or 10.0.0.53:5353, not "${server}".`)
}

/** Where the operator's own programs take SMS and WhatsApp messages; see README. @throws for an address that cannot be one. */
function messageWebhooks(text: (name: string) => string | null): MessageWebhooks {
  const secret = text('MESSAGE_WEBHOOK_SECRET')
  const at = (name: string): MessageWebhook | null => {
    const url = text(name)
    if (url === null) return null
    if (!URL.canParse(url) || !['http:', 'https:'].includes(new URL(url).protocol))
      throw new Error(`${name} must be an http or https URL.`)
    if (secret === null || secret.length < 16)
      throw new Error(`${name} needs MESSAGE_WEBHOOK_SECRET, at least 16 characters that sign every message.`)
    return { url, secret }
  }
  return { sms: at('SMS_WEBHOOK_URL'), whatsapp: at('WHATSAPP_WEBHOOK_URL') }
}

/** The value holds a password, so no message repeats it. */
function mailServer(value: string | null, from: string | null): MailServer | null {
  if (value === null) return null
  if (from === null || !/^([^@<>\r\n]*<[^@\s<>]+@[^@\s<>]+>|[^@\s<>]+@[^@\s<>]+)$/.test(from)) {
    throw new Error('SMTP_URL needs SMTP_FROM, the sender of every email, like "Datacrane <no-reply@example.com>".')
  }
  const form = 'SMTP_URL must be smtp://host:port or smtps://host:port, with user:password@ before the host if needed.'
  if (!URL.canParse(value)) throw new Error(form)
  const { protocol, hostname, port, username, password: word, pathname, search } = new URL(value)
  if (!['smtp:', 'smtps:'].includes(protocol) || hostname === '' || !['', '/'].includes(pathname) || search !== '')
    throw new Error(form)
  const plain = (part: string) => {
    try {
      return decodeURIComponent(part) || null
    } catch {
      throw new Error('In SMTP_URL, write a % in user or password as %25.')
    }
  }
  const secure = protocol === 'smtps:'
  return {
    host: hostname,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    user: plain(username),
    password: plain(word),
    from,
  }
}
