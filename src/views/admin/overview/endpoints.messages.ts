import type { PrivateEndpoint } from '#contract/settings/network/private-endpoint.ts'
import type { Decision } from '../../../machines/settings/endpoint-entry.ts'

/** Private endpoints of all companies, for the operator. */
export const endpointsMessages = {
  title: 'Private endpoints',
  name: 'private endpoints',
  waiting: (count: number) =>
    count === 0 ? 'None waits' : count === 1 ? '1 waits for your decision' : `${count} wait for your decision`,
  columns: { company: 'Company', name: 'Name', address: 'Address', way: 'Through', status: 'Status', actions: 'Actions' },
  statuses: {
    asked: 'Waiting',
    approved: 'Approved',
    refused: 'Refused',
    withdrawn: 'Withdrawn',
  } satisfies Record<PrivateEndpoint['status'], string>,
  directly: 'Directly',
  more: (name: string) => `Actions for ${name}`,
  decisions: {
    approve: {
      title: (name: string) => `Approve “${name}”?`,
      action: 'Approve',
      done: 'Private endpoint approved',
    },
    refuse: {
      title: (name: string) => `Refuse “${name}”?`,
      action: 'Refuse',
      done: 'Private endpoint refused',
    },
    withdraw: {
      title: (name: string) => `Withdraw the approval of “${name}”?`,
      action: 'Withdraw approval',
      done: 'Approval withdrawn',
    },
  } satisfies Record<Decision, { title: (name: string) => string; action: string; done: string }>,
  facts: (company: string, url: string) => `${company}: ${url}`,
  networks: 'Addresses its name may resolve to',
  networksHint:
    'One address or private network per line. Connectors of this company reach this host and port only while its name resolves to one of them.',
  found: (addresses: readonly string[]) =>
    addresses.length === 0 ? 'Its name does not resolve from here now.' : `Its name leads to ${addresses.join(', ')} now.`,
  behind: (gateway: string) =>
    `It lies behind the VPN configuration “${gateway}” of the company. Its name is resolved there, and no address of your own network is reached.`,
  reason: 'Reason',
  reasonHint: 'Administrators of the company read it.',
  withdrawn: 'Connections to it are closed within 5 seconds; connectors that use it fail from then on.',
}
