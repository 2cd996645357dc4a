import { networkTexts } from '#contract/settings/network/network-limits.ts'
import { number } from '../../kit/format/numbers.ts'

/** The tab Network Connectivity; its fixed texts come from the contract. */
export const networkMessages = {
  ...networkTexts,
  name: 'network connectivity settings',
  sub: 'How connectors reach private networks, and how programs reach Datacrane with API keys of your company',
  gateway: {
    title: 'API gateway',
    sub: 'For calls with API keys. The console has its own limits, which are not counted here.',
    enabled: 'Allow API keys',
    enabledHint: 'Off: every call with an API key of your company is refused within 5 seconds.',
    rateLimiting: 'Limit calls of all API keys together',
    rateLimitingHint:
      'In addition to the limits of each key. Calls over the limit are refused with status 429 and the time to wait.',
    requestsPerMinute: 'Requests per minute',
    requestsPerHour: 'Requests per hour',
    hourSmaller: 'The limit per hour is lower than the limit per minute, so it is reached first.',
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
