/** The calls of connections. A USER sees and uses those that are shared with them, and changes their own. */
import Type from 'typebox'
import { endpoint, everyRole } from '../kit/endpoint.ts'
import { Count, closed, Id } from '../kit/schemas.ts'
import { ConnectionCheck, ConnectionDetails, ConnectionForm, ConnectionItem, ConnectionUse } from './connection.ts'

const people = { access: everyRole } as const
const path = '/api/connections'
const params = closed({ id: Id })

export const connectionEndpoints = {
  list: endpoint({
    ...{ ...people, method: 'GET', path, scope: 'connections:read' },
    summary: 'List the connections that you can use',
    status: 200,
    reply: Type.Object({ data: Type.Array(ConnectionItem), total: Count }),
  }),
  get: endpoint({
    ...{ ...people, method: 'GET', path: `${path}/:id`, scope: 'connections:read' },
    summary: 'Get a connection. Secrets are never returned',
    params,
    status: 200,
    reply: ConnectionDetails,
  }),
  create: endpoint({
    ...{ ...people, method: 'POST', path, scope: 'connections:write', audit: 'connection.created' },
    summary: 'Create a connection',
    body: ConnectionForm,
    status: 201,
    reply: ConnectionDetails,
  }),
  update: endpoint({
    ...{ ...people, method: 'PUT', path: `${path}/:id`, scope: 'connections:write', audit: 'connection.changed' },
    summary: 'Change a connection or replace its secret. Connectors use a new secret from their next run, without a deployment',
    params,
    body: closed({ ...ConnectionForm.properties, revision: Type.Optional(Count) }),
    status: 200,
    reply: ConnectionDetails,
  }),
  switchOff: endpoint({
    ...{ ...people, method: 'POST', path: `${path}/:id/off`, scope: 'connections:write', audit: 'connection.switchedOff' },
    summary: 'Switch a connection off. New runs that use it wait until it is on again',
    params,
    status: 200,
    reply: ConnectionDetails,
  }),
  switchOn: endpoint({
    ...{ ...people, method: 'POST', path: `${path}/:id/on`, scope: 'connections:write', audit: 'connection.switchedOn' },
    summary: 'Switch a connection on',
    params,
    status: 200,
    reply: ConnectionDetails,
  }),
  remove: endpoint({
    ...{ ...people, method: 'DELETE', path: `${path}/:id`, scope: 'connections:write', audit: 'connection.deleted' },
    summary: 'Delete a connection. Returns 409 if a connector uses it',
    params,
    status: 200,
    reply: Type.Object({ id: Id }),
  }),
  test: endpoint({
    ...{ ...people, method: 'POST', path: `${path}/:id/test`, scope: 'connections:use', audit: 'connection.tested' },
    summary: 'Test a connection with a read request',
    idempotent: false,
    isHeavy: true,
    params,
    status: 200,
    reply: ConnectionCheck,
  }),
  uses: endpoint({
    ...{ ...people, method: 'GET', path: `${path}/:id/uses`, scope: 'connections:read' },
    summary: 'List the connectors that use a connection',
    params,
    status: 200,
    reply: Type.Object({ data: Type.Array(ConnectionUse), total: Count }),
  }),
} as const
