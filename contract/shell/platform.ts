/** Calls about the server itself. */
import Type from 'typebox'

import { endpoint } from '../kit/endpoint.ts'

export const platformEndpoints = {
  health: endpoint({
    method: 'GET',
    path: '/healthz',
    summary: 'Check that the process is alive',
    access: 'public',
    scope: 'public',
    status: 200,
    reply: Type.Object({ status: Type.Literal('ok') }),
  }),
  ready: endpoint({
    method: 'GET',
    path: '/readyz',
    summary: 'Check that the process is ready and the database accepts writes',
    access: 'public',
    scope: 'public',
    status: 200,
    reply: Type.Object({ status: Type.Literal('ready') }),
  }),
  metrics: endpoint({
    method: 'GET',
    path: '/metrics',
    summary: 'Get Prometheus metrics. Other machines need the METRICS_TOKEN',
    access: 'public',
    scope: 'public',
    status: 200,
    reply: Type.String(),
  }),
  description: endpoint({
    method: 'GET',
    path: '/openapi.json',
    summary: 'Get this API description',
    access: 'public',
    scope: 'public',
    status: 200,
    reply: Type.Record(Type.String(), Type.Unknown()),
  }),
} as const
