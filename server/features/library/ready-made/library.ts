/** Ready-made definitions: they come with the program and are the same for every company. */
import { commerce } from './commerce.ts'
import { customers } from './customers.ts'
import type { Definition } from './define.ts'
import { development } from './development.ts'
import { knowledge } from './knowledge.ts'
import { sandboxDefinitions } from './sandbox.ts'
import { webhooks } from './webhook.ts'

/** @param sandboxOrigin under which this process reaches its own sandbox. */
export const readyMade = (sandboxOrigin: string): readonly Definition[] => [
  ...sandboxDefinitions(sandboxOrigin),
  ...commerce,
  ...customers,
  ...development,
  ...knowledge,
  ...webhooks,
]
