import type { ConnectionState } from '#contract/connections/connection.lifecycle.ts'
import { countedIn } from '../kit/format/counted.ts'

const counted = countedIn('en')
const holders = counted({ one: '# other connector has', other: '# other connectors have' })
const usedBy = counted({ one: '# connector', other: '# connectors' })

/** Addresses and credentials that are stored once. `reach.md` C1. */
export const connectionMessages = {
  sub: 'Store the address and credentials of a system once, and use them in many connectors.',
  list: 'connections',
  table: 'Connections',
  add: 'New connection',
  create: 'Create connection',
  createAndSignIn: 'Create and sign in',
  edit: 'Edit connection',
  save: 'Save',
  empty: 'No connections yet. Create a connection, then select it in your connectors.',
  created: 'Connection created',
  changed: 'Connection saved. Connectors use a new secret from their next run.',
  done: { delete: 'Connection deleted', off: 'Connection switched off', on: 'Connection switched on' } as Readonly<
    Record<string, string>
  >,
  columns: {
    ...{ name: 'Name', system: 'System', address: 'Address', owner: 'Owner', usedBy: 'Used by', state: 'Status' },
    ...{ used: 'Last used', ends: 'Expires', actions: 'Actions' },
  },
  states: {
    ...{ new: 'Not tested', authorizing: 'Signing in', working: 'Connected', refreshing: 'Connected', failing: 'Failing' },
    ...{ ended: 'Disconnected', off: 'Off' },
  } satisfies Record<ConnectionState, string>,
  notSignedIn: 'Not signed in',
  never: 'Never',
  noOwner: 'No owner',
  usedBy,
  noEnd: 'Unknown',
  attention: {
    title: counted({ one: '# connection needs attention', other: '# connections need attention' }),
    list: 'Connections that need attention',
    uses: (count: number) => `${usedBy(count)} ${count === 1 ? 'uses' : 'use'} it.`,
    testOf: (name: string) => `Test ${name}`,
    reconnectOf: (name: string) => `Reconnect ${name}`,
  },
  search: 'Search connections',
  filter: 'Status',
  all: 'All',
  kind: 'Kind',
  anyKind: 'Any',
  owner: 'Owner',
  anyOwner: 'Anyone',
  noneFits: 'No connection matches these filters.',
  actions: {
    uses: 'Used by',
    more: (name: string) => `Actions for ${name}`,
    test: 'Test',
    signIn: 'Sign in',
    reconnect: 'Reconnect',
    edit: 'Edit',
    off: 'Switch off',
    on: 'Switch on',
    remove: 'Delete',
  },
  works: 'The test succeeded.',
  fails: 'The test failed.',
  testing: 'Testing…',
  plans: {
    delete: {
      title: (name: string) => `Delete “${name}”?`,
      text: "You can't delete a connection in use. If connectors use it, we list them.",
      confirm: 'Delete',
    },
    off: {
      title: (name: string) => `Switch off “${name}”?`,
      text: 'New runs wait until you switch it on again, and webhook events are stored. Runs in progress stop sending within seconds and keep their records.',
      confirm: 'Switch off',
    },
    on: {
      title: (name: string) => `Switch on “${name}”?`,
      text: 'Runs that wait for this connection continue.',
      confirm: 'Switch on',
    },
  },
  kinds: { http: 'HTTP API', database: 'Database' },
  engines: { postgresql: 'PostgreSQL', mysql: 'MySQL or MariaDB' },
  encryptions: {
    verify: 'Encrypted, certificate verified',
    require: 'Encrypted, certificate not verified',
    disable: 'Not encrypted',
  },
  authTypes: {
    none: 'None',
    basic: 'User name and password',
    bearer: 'Bearer token',
    apiKey: 'API key',
    oauth2ClientCredentials: 'OAuth 2.0 client credentials',
    oauth2AuthorizationCode: 'Sign in (OAuth 2.0)',
  },
  secrets: { basic: 'Password', bearer: 'Token', apiKey: 'API key', oauth2ClientCredentials: 'Client secret' },
  keyPlaces: { header: 'Header', query: 'Query parameter' },
  visibilities: { everyone: 'Everyone in the company', named: 'Only the owner, administrators and selected people' },
  fields: {
    ...{ name: 'Name', nameHint: 'For example “Shopify, EU shop”.', kind: 'Kind of system', url: 'URL' },
    urlHint: 'URLs in connectors must begin with this URL.',
    ...{ engine: 'Database type', host: 'Host', port: 'Port', database: 'Database', tls: 'Encryption' },
    ...{ authType: 'Authentication', username: 'User name', keyIn: 'Sent as', keyName: 'Name' },
    ...{ tokenUrl: 'Token URL', clientId: 'Client ID', scope: 'Scope' },
    secretKept: (last4: string) => `Leave empty to keep the saved secret${last4 === '' ? '' : ` (…${last4})`}.`,
    secretAgain: 'Enter the secret again. A saved secret is only ever sent to its own address.',
    ...{
      perSecond: 'Requests per second',
      perSecondHint:
        'Optional. Shared by all connectors that use this connection. Limits that the system states in its responses also apply.',
    },
    ...{ atOnce: 'Requests at the same time', atOnceHint: 'Optional. Shared by all connectors that use this connection.' },
    ...{ testPath: 'Test path', testPathHint: 'Optional. A test requests this path, for example /me.' },
    visibility: 'Available to',
  },
  making: {
    open: 'Create connection from this',
    title: 'Create a connection',
    text: 'The saved address and secret become a connection for many connectors. This step then uses it.',
    made: (others: number) =>
      others === 0
        ? 'Connection created. This step uses it.'
        : `Connection created. ${holders(others)} the same address and secret. Open the connection to use it there.`,
  },
  picker: {
    label: 'Connection',
    hint: 'Use stored credentials, or enter credentials for this connector only.',
    none: 'Credentials of this connector only',
    deleted: 'Unavailable connection',
    unread: 'Loading…',
    off: (name: string) => `${name} (off)`,
    ended: (name: string) => `${name} (not signed in)`,
    endedFault: 'This connection is not signed in. Runs wait until someone signs in.',
    offFault: 'This connection is off. Runs wait until someone switches it on.',
    deletedFault: "This connection doesn't exist, or it isn't shared with you. Choose another connection.",
    manage: 'Manage connections',
  },
}
