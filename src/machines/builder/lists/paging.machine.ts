import type { ActorRefFrom, SnapshotFrom } from 'xstate'

import type { TriedPaging } from '#contract/builder/probe.ts'
import { createRequestMachine } from '../../kit/request.machine.ts'

/** The first pages of a source, really asked for. What was read before stays on the page until there is something newer. */
export const pagingMachine = createRequestMachine<object, TriedPaging>({ id: 'paging', keepsResponse: true })

/** The same for paging that is proposed: a test request was just sent, and its next pages are the rest of the same question. */
export const proposedPagingMachine = createRequestMachine<object, TriedPaging>({
  id: 'proposed-paging',
  keepsResponse: true,
  isImmediate: true,
})

export type PagingActor = ActorRefFrom<typeof pagingMachine>
export type PagingSnapshot = SnapshotFrom<typeof pagingMachine>
