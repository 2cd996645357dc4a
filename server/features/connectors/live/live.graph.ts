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
    id: t.expose('id', { type: 'Id', nullable: true, description: 'Of the connector that changed; null in a sign of life.' }),
    connector: t.expose('connector', { type: ConnectorNode, nullable: true, description: 'As it is now; null when it is gone.' }),
    missed: t.exposeBoolean('missed', { description: 'Something may have been missed: read again what is shown.' }),
  }),
})

const tooMany = refusal('request/malformed', { message: `At most ${pageSize.max} connectors are watched by their ids at once.` })

builder.subscriptionType({
  fields: (t) => ({
    connectorChanged: t.field({
      type: Change,
      description: 'Status and newest run, first of all as they are now; without ids of every connector that the caller sees.',
      args: { ids: t.arg({ type: ['Id'], required: false }) },
      subscribe: (_, { ids = null }, { live, ...reader }) => {
        if (ids && (ids.length === 0 || ids.length > pageSize.max)) throw tooMany
        return live.open(reader, { ids: ids ?? null, what: ['connector', 'run', 'records'] })
      },
      resolve: (told) => told,
    }),
    bellChanged: t.field({
      type: Change,
      description: 'What the bell of the header counts may have changed: read it again.',
      subscribe: (_, __, { live, ...reader }) =>
        live.open(reader, { ids: [reader.caller.userId, reader.caller.companyId], what: ['bell'] }),
      resolve: (told) => told,
    }),
    runChanged: t.field({
      type: Change,
      description: 'The newest run: begun, moving, ended.',
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
