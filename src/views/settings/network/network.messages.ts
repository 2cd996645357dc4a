import { networkTexts } from '#contract/settings/network/network-limits.ts'
import { number } from '../../kit/format/numbers.ts'

/** The tab Network Connectivity; its fixed texts come from the contract. */
export const networkMessages = {
  ...networkTexts,
  name: 'network connectivity settings',
  sub: 'How connectors reach private networks, and how programs reach Datacrane with API keys of your company',
  gateway: {
    title: 'API gateway',
    sub: 'For calls with API keys. The console has limits of its own, which do not count here.',
    enabled: 'Let API keys in',
    enabledHint: 'Off: every call with an API key of your company is refused within 5 seconds.',
    rateLimiting: 'Limit calls of all API keys together',
    rateLimitingHint: 'Besides the limits of each key. A call over the limit is refused with 429 and the time to wait.',
    requestsPerMinute: 'Requests per minute',
    requestsPerHour: 'Requests per hour',
    hourSmaller: 'The limit of an hour is smaller than that of a minute: it is reached first.',
  },
  usage: {
    title: 'Usage',
    sub: 'Counted while calls are limited.',
    minute: 'This minute:',
    hour: 'This hour:',
    of: (calls: number, limit: number | null) => (limit === null ? number(calls) : `${number(calls)} of ${number(limit)}`),
    counting: 'Loading…',
  },
  changes: {
    cloudEnabled: 'cloud-to-cloud',
    gatewayEnabled: 'API gateway',
    rateLimiting: 'limit of calls',
    requestsPerMinute: 'requests per minute',
    requestsPerHour: 'requests per hour',
  },
}
