import type { Access } from '../kit/api-client.ts'
import { listOf } from '../kit/list.actors.ts'
import { readUsage } from './usage.service.ts'

/** What the company uses, as a list of one. */
export const usageMachine = (access: Access) =>
  listOf(async (_, signal) => ({ items: [await readUsage(access, signal)], total: 1 }))
