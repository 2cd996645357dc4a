/** Calls about the server itself. */
import Type from 'typebox'

import { endpoint } from '../kit/endpoint.ts'

export const platformEndpoints = {
  health: endpoint({
    method: 'GET',
    path: '/healthz',
    summary: 'The process is alive',
    access: 'public',
    scope: 'public',
    status: 200,
    reply: Type.Object({ status: Type.Literal('ok') }),
  }),
  ready: endpoint({
    method: 'GET',
    path: '/readyz',
    summary: 'The process can do its work: the database takes a write',
    access: 'public',
    scope: 'public',
    status: 200,
    reply: Type.Object({ status: Type.Literal('ready') }),
  }),
  metrics: endpoint({
    method: 'GET',
    path: '/metrics',
    summary: 'What the process does, as Prometheus text: for this machine, and for anyone with the token of METRICS_TOKEN',
    access: 'public',
    scope: 'public',
    status: 200,
    reply: Type.String(),
  }),
  description: endpoint({
    method: 'GET',
    path: '/openapi.json',
    summary: 'This description',
    access: 'public',
    scope: 'public',
    status: 200,
    reply: Type.Record(Type.String(), Type.Unknown()),
  }),
} as const
