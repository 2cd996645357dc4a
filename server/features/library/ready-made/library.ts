/** Ready-made definitions: they come with the program and are the same for every company. */
import { commerce } from './commerce.ts'
import { customers } from './customers.ts'
import { type Definition, none } from './define.ts'
import { development } from './development.ts'
import { knowledge } from './knowledge.ts'
import { toApplications } from './pairs/to-applications.ts'
import { toDatabases } from './pairs/to-databases.ts'
import { sandboxDefinitions } from './sandbox.ts'

/** Systems that send their records themselves. */
const webhooks: readonly Definition[] = [
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

/** @param sandboxOrigin under which this process reaches its own sandbox. */
export const readyMade = (sandboxOrigin: string): readonly Definition[] => [
  ...sandboxDefinitions(sandboxOrigin),
  ...commerce,
  ...customers,
  ...development,
  ...knowledge,
  ...toApplications,
  ...toDatabases,
  ...webhooks,
]
