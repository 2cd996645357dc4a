import type { PrivateEndpoint } from '#contract/settings/network/private-endpoint.ts'
import type { Decision } from '../../../machines/settings/endpoint-entry.ts'

/** Private endpoints of all companies, for the operator. */
export const endpointsMessages = {
  title: 'Private endpoints',
  name: 'private endpoints',
  waiting: (count: number) =>
    count === 0
      ? 'No requests are waiting'
      : count === 1
        ? '1 request needs your decision'
        : `${count} requests need your decision`,
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
      title: (name: string) => `Withdraw approval of “${name}”?`,
      action: 'Withdraw approval',
      done: 'Approval withdrawn',
    },
  } satisfies Record<Decision, { title: (name: string) => string; action: string; done: string }>,
  facts: (company: string, url: string) => `${company}: ${url}`,
  networks: 'Allowed IP addresses',
  networksHint:
    "One address or private network per line. The company's connectors reach this host only while its name resolves to one of them.",
  found: (addresses: readonly string[]) =>
    addresses.length === 0
      ? "The name doesn't currently resolve from this server."
      : `The name currently resolves to ${addresses.join(', ')}.`,
  behind: (gateway: string) =>
    `The company's VPN configuration “${gateway}” resolves this name. It can't reach addresses in your own network.`,
  reason: 'Reason',
  reasonHint: "The company's administrators see this reason.",
  withdrawn: 'Its connections close within 5 seconds. Connectors that use it will fail.',
}
