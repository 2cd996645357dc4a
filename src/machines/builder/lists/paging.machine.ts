import type { ActorRefFrom, SnapshotFrom } from 'xstate'

import type { TriedPaging } from '#contract/builder/probe.ts'
import { createRequestMachine } from '../../kit/request.machine.ts'

/** The first pages of a source, really asked for. What was read before stays on the page until there is something newer. */
export const pagingMachine = createRequestMachine<object, TriedPaging>({ id: 'paging', keepsResponse: true })

export type PagingActor = ActorRefFrom<typeof pagingMachine>
export type PagingSnapshot = SnapshotFrom<typeof pagingMachine>
