/** Subscriptions. All give the same kind of message: how a connector stands now, a sign of life, or that something may have been missed. */
import { refusal } from '#contract/kit/problem.ts'
import { builder, pageSize } from '../../kit/graph/builder.ts'
import { ConnectorNode } from '../details/connector.graph.ts'
import type { Live } from './live.ts'
import type { StreamEvent } from './stream.ts'

declare module '../../kit/graph/builder.ts' {
  interface GraphContext {
    readonly live: Live
  }
}

const Change = builder.objectRef<StreamEvent>('Change').implement({
  fields: (t) => ({
    at: t.expose('at', { type: 'Instant' }),
    id: t.expose('id', { type: 'Id', nullable: true, description: 'Id of the changed connector. null in a heartbeat.' }),
    connector: t.expose('connector', {
      type: ConnectorNode,
      nullable: true,
      description: 'The current state. null if it was deleted.',
    }),
    missed: t.exposeBoolean('missed', { description: 'Changes may have been missed. Reload what you show.' }),
  }),
})

const tooMany = refusal('request/malformed', { message: `Watch at most ${pageSize.max} connectors by id.` })

builder.subscriptionType({
  fields: (t) => ({
    connectorChanged: t.field({
      type: Change,
      description: 'Status and newest run, starting with the current state. Without ids, covers all visible connectors.',
      args: { ids: t.arg({ type: ['Id'], required: false }) },
      subscribe: (_, { ids = null }, { live, ...reader }) => {
        if (ids && (ids.length === 0 || ids.length > pageSize.max)) throw tooMany
        return live.open(reader, { ids: ids ?? null, what: ['connector', 'run', 'records'] })
      },
      resolve: (told) => told,
    }),
    bellChanged: t.field({
      type: Change,
      description: 'The notification count may have changed. Reload it.',
      subscribe: (_, __, { live, ...reader }) =>
        live.open(reader, { ids: [reader.caller.userId, reader.caller.companyId], what: ['bell'] }),
      resolve: (told) => told,
    }),
    runChanged: t.field({
      type: Change,
      description: 'Start, progress and end of the newest run.',
      args: { connectorId: t.arg({ type: 'Id' }) },
      subscribe: (_, { connectorId }, { live, ...reader }) => live.open(reader, { ids: [connectorId], what: ['run', 'records'] }),
      resolve: (told) => told,
    }),
    transactionsAdded: t.field({
      type: Change,
      description: 'Lines were added to the ledger of a connector.',
      args: { connectorId: t.arg({ type: 'Id' }) },
      subscribe: (_, { connectorId }, { live, ...reader }) => live.open(reader, { ids: [connectorId], what: ['records'] }),
      resolve: (told) => told,
    }),
  }),
})
