import type { GatewayTestStep } from '#contract/settings/network/network-limits.ts'
import { privateNetworkLimits as limits, networkTexts } from '#contract/settings/network/network-limits.ts'
import type { PrivateEndpoint } from '#contract/settings/network/private-endpoints.ts'
import type { GatewayStatus } from '../../../../machines/settings/gateway-entry.ts'

/** Cloud-to-cloud: VPN configurations and private endpoints. Fixed texts come from the contract. */
export const cloudMessages = {
  ...networkTexts,
  title: 'Cloud-to-cloud',
  sub: 'How connectors of your company reach systems that are not on the open internet',
  enabled: 'Use VPN configurations and private endpoints',
  enabledHint: `Off: connectors that go through a VPN configuration stop and say so, and private endpoints are closed. A change is in force within ${limits.effectSeconds} seconds.`,
  providers: { aws: 'AWS', azure: 'Azure', gcp: 'Google Cloud', oracle: 'Oracle', ibm: 'IBM', custom: 'Custom' },
  serviceTypes: {
    ...{ database: 'Database', storage: 'Storage', api: 'API', webhook: 'Webhook', ftp: 'FTP', other: 'Other' },
  },
  save: 'Save',
  vpn: {
    title: 'VPN configurations',
    sub: 'Outbound gateways: proxies that speak HTTPS CONNECT or SOCKS5. A system of a connector that names one is reached through it and in no other way.',
    name: 'VPN configurations',
    none: 'There are no VPN configurations.',
    add: 'Add VPN configuration',
    edit: 'Edit VPN configuration',
    changed: 'VPN configuration changed',
    columns: { name: 'Name', provider: 'Provider', address: 'Address', status: 'Status', used: 'Last used', actions: 'Actions' },
    statuses: {
      off: 'Off',
      failing: 'Failing',
      connected: 'Connected',
      testFailed: 'Test failed',
      untested: 'Not tested',
    } satisfies Record<GatewayStatus, string>,
    never: 'Never',
    actions: { more: (name: string) => `Actions for ${name}`, test: 'Test connection', edit: 'Edit', remove: 'Delete' },
    fields: {
      name: 'Name',
      provider: 'Provider',
      endpointUrl: 'Endpoint URL',
      endpointUrlHint: 'https:// or http:// for CONNECT, socks5:// for SOCKS5.',
      clear:
        'Only https:// hides the pre-shared key on its way to the gateway. What goes to a system by TLS stays hidden in any case.',
      username: 'User name',
      usernameHint: 'Sent with the key. Empty: datacrane.',
      presharedKey: 'Pre-shared key',
      keyKept: (last4: string) => `Empty: the saved key${last4 === '' ? '' : ` (…${last4})`} stays.`,
      enabled: 'On',
    },
    removal: {
      title: (name: string) => `Delete “${name}”?`,
      text: 'What still goes through it is named, and then it stays.',
      confirm: 'Delete',
    },
  },
  test: {
    title: (name: string) => `Test ${name}`,
    sub: 'Opens a way through the gateway to a host and port, sends nothing there, and closes it.',
    target: 'Host and port to reach',
    button: 'Test connection',
    stop: 'Stop',
    hide: 'Hide',
    well: (target: string, milliseconds: string) => `Connected to ${target} in ${milliseconds}`,
    failed: (target: string) => `Not connected to ${target}`,
    steps: 'Steps of the test',
    names: {
      resolve: 'Name',
      connect: 'Connection',
      tls: 'TLS to the gateway',
      authenticate: 'User name and key',
      tunnel: 'Way to the target',
    } satisfies Record<GatewayTestStep, string>,
    last: (said: string) => `Last error of a connector: ${said}`,
  },
  endpoint: {
    title: 'Private endpoints',
    sub: 'Private hosts that connectors of your company may reach. The operator of Datacrane approves each of them.',
    name: 'private endpoints',
    none: 'There are no private endpoints.',
    add: 'Add private endpoint',
    ask: 'Ask for approval',
    columns: {
      ...{
        name: 'Name',
        type: 'Service type',
        address: 'Address',
        region: 'Region',
        way: 'Through',
        status: 'Status',
        actions: 'Actions',
      },
    },
    statuses: {
      asked: 'Waiting for approval',
      approved: 'Approved',
      refused: 'Refused',
      withdrawn: 'Approval withdrawn',
    } satisfies Record<PrivateEndpoint['status'], string>,
    off: 'Approved, off',
    directly: 'Directly',
    fields: {
      name: 'Name',
      serviceType: 'Service type',
      endpointUrl: 'Endpoint URL',
      endpointUrlHint:
        'Host and port, for example postgresql://db.internal.example.com:5432. Nothing else of the address counts.',
      region: 'Region',
      gateway: 'Reached through',
      gatewayHint: 'Behind a VPN configuration its name is looked up there.',
    },
    actions: {
      more: (name: string) => `Actions for ${name}`,
      on: 'Switch on',
      off: 'Switch off',
      ask: 'Ask again',
      remove: 'Remove',
    },
    confirm: {
      on: {
        title: (name: string) => `Switch “${name}” on?`,
        text: 'Connectors of your company reach it again.',
        confirm: 'Switch on',
      },
      off: {
        title: (name: string) => `Switch “${name}” off?`,
        text: 'Connections to it are closed; connectors that use it fail until it is on again.',
        confirm: 'Switch off',
      },
      ask: { title: (name: string) => `Ask again for “${name}”?`, text: 'The operator decides once more.', confirm: 'Ask again' },
      remove: {
        title: (name: string) => `Remove “${name}”?`,
        text: 'Connections to it are closed. To use it later it has to be approved again.',
        confirm: 'Remove',
      },
    },
    done: { on: 'Private endpoint switched on', off: 'Private endpoint switched off', ask: 'Asked for again' },
  },
}
