import { networkTexts } from '#contract/settings/network/network-limits.ts'
import { number } from '../../kit/format/numbers.ts'

/** The tab Network Connectivity; its fixed texts come from the contract. */
export const networkMessages = {
  ...networkTexts,
  name: 'network connectivity settings',
  sub: 'How connectors reach private networks, and how programs reach Datacrane with API keys',
  gateway: {
    title: 'API gateway',
    sub: 'For calls with API keys. The console has separate limits.',
    enabled: 'Allow API keys',
    enabledHint: "Off: calls with your company's API keys are rejected within 5 seconds.",
    rateLimiting: 'Limit calls of all API keys together',
    rateLimitingHint: "Applies on top of each key's limits. Calls over the limit get status 429 and a wait time.",
    requestsPerMinute: 'Requests per minute',
    requestsPerHour: 'Requests per hour',
    hourSmaller: 'The hourly limit is lower than the limit per minute, so calls reach it first.',
  },
  usage: {
    title: 'Usage',
    sub: 'Counted only while calls are limited.',
    minute: 'This minute:',
    hour: 'This hour:',
    of: (calls: number, limit: number | null) => (limit === null ? number(calls) : `${number(calls)} of ${number(limit)}`),
    counting: 'Loading…',
  },
  changes: {
    cloudEnabled: 'cloud-to-cloud',
    gatewayEnabled: 'API gateway',
    rateLimiting: 'call limit',
    requestsPerMinute: 'requests per minute',
    requestsPerHour: 'requests per hour',
  },
}
