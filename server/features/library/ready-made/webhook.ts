/** Systems that send their records themselves. */
import { type Definition, none } from './define.ts'

export const webhooks: readonly Definition[] = [
  {
    id: 'webhook-events',
    name: 'Webhook events',
    description: 'Receives events at a webhook address and sends each one to your system.',
    category: 'Webhooks',
    tags: ['webhook', 'events'],
    documentation: null,
    config: {
      name: 'Webhook events',
      trigger: { type: 'webhook' },
      source: { type: 'http' },
      destination: {
        ...{ type: 'http', url: '', requestMethod: 'POST', auth: none },
        ...{ headers: [], queries: [], variables: [] },
      },
      dataMapping: [],
      enrichment: [],
    },
    shapes: {},
  },
]
