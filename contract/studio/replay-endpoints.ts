/** The calls of replays. */
import Type from 'typebox'

import { endpoint, everyRole } from '../kit/endpoint.ts'
import { closed, Id, oneOf, PageNumber, pageOf } from '../kit/schemas.ts'
import {
  Replay,
  ReplayChoice,
  ReplayDryRun,
  ReplayForm,
  ReplayInclude,
  ReplayLine,
  ReplaySelection,
  ReplayTrail,
} from './replay.ts'

const OfConnector = closed({ id: Id })
const OfReplay = closed({ id: Id, replayId: Id })
const Paged = { page: Type.Optional(PageNumber), limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })) }
const Selected = closed({ include: ReplayInclude, selection: Type.Optional(ReplaySelection) })
const Planned = Type.Object({ replayId: Id })

export const replayEndpoints = {
  plan: endpoint({
    method: 'POST',
    path: '/api/replay/:id',
    summary: 'Plan a replay. Nothing is sent until you start it',
    access: everyRole,
    scope: 'integrations:execute',
    audit: 'replay.planned',
    params: OfConnector,
    body: ReplayForm,
    status: 202,
    reply: Planned,
  }),
  planChosen: endpoint({
    method: 'POST',
    path: '/api/replay/:id/chosen',
    summary: 'Plan a replay of selected or failed transactions',
    access: everyRole,
    scope: 'integrations:execute',
    audit: 'replay.planned',
    params: OfConnector,
    body: ReplayChoice,
    status: 202,
    reply: Planned,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/replay/:id',
    summary: "List a connector's replays, newest first",
    access: everyRole,
    scope: 'integrations:read',
    params: OfConnector,
    query: closed(Paged),
    status: 200,
    reply: pageOf(Replay),
  }),
  trail: endpoint({
    method: 'GET',
    path: '/api/replay/:id/transactions/:transactionId',
    summary: 'Get the original and the replays of a transaction',
    access: everyRole,
    scope: 'integrations:read',
    params: closed({ id: Id, transactionId: Id }),
    status: 200,
    reply: ReplayTrail,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/replay/:id/:replayId',
    summary: 'Get a replay with its plan, progress and results',
    access: everyRole,
    scope: 'integrations:read',
    params: OfReplay,
    status: 200,
    reply: Replay,
  }),
  lines: endpoint({
    method: 'GET',
    path: '/api/replay/:id/:replayId/lines',
    summary: "List a replay's records with their original and new transactions",
    access: everyRole,
    scope: 'integrations:read',
    params: OfReplay,
    query: closed({
      ...Paged,
      /** Of a plan: those that are sent, or all others. */
      part: Type.Optional(oneOf('sent', 'exceptions')),
    }),
    status: 200,
    reply: pageOf(ReplayLine),
  }),
  dryRun: endpoint({
    method: 'POST',
    path: '/api/replay/:id/:replayId/dry-run',
    summary: 'Preview what a replay would send. Nothing is sent',
    access: everyRole,
    scope: 'integrations:read',
    audit: 'none',
    params: OfReplay,
    body: Selected,
    status: 200,
    reply: ReplayDryRun,
    idempotent: false,
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/replay/:id/:replayId/start',
    summary: 'Send the records of a plan. Starting it again changes nothing.',
    access: everyRole,
    scope: 'integrations:execute',
    audit: 'replay.started',
    params: OfReplay,
    body: Selected,
    status: 202,
    reply: Replay,
  }),
  stop: endpoint({
    method: 'POST',
    path: '/api/replay/:id/:replayId/stop',
    summary: 'Stop a replay. Nothing more is sent after the response. Repeating the call changes nothing.',
    access: everyRole,
    scope: 'integrations:execute',
    audit: 'replay.stopped',
    params: OfReplay,
    status: 200,
    reply: Replay,
  }),
} as const
