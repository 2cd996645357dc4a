/** What is kept of a person, as a file for them; and that it is deleted. `worklist.md` H-5. */
import Type, { type Static } from 'typebox'
import { proofs } from '../auth/mfa.ts'
import { endpoint, everyRole } from '../kit/endpoint.ts'
import { dataFileStates } from '../kit/files/data-file.lifecycle.ts'
import { Count, closed, Id, Instant, oneOf, orNull } from '../kit/schemas.ts'
import { deletionStates } from './own-data.lifecycle.ts'

const Person = Type.Object({ _id: Id, name: Type.String() })

export const OwnData = Type.Object({
  /** The newest file with the person's data; null where they asked for none. */
  file: orNull(
    Type.Object({
      status: oneOf(...dataFileStates),
      requestedAt: Instant,
      /** Until when it can be downloaded; null while it is not ready. */
      expiresAt: orNull(Instant),
      bytes: orNull(Count),
    }),
  ),
  /** The newest request to be deleted; null where there was none. */
  deletion: orNull(
    Type.Object({ status: oneOf(...deletionStates), requestedAt: Instant, dueAt: Instant, heir: orNull(Type.String()) }),
  ),
  /** What goes to somebody else, and what ends. */
  connectors: Count,
  keys: Type.Array(Type.String()),
  heirs: Type.Array(Person),
  /** Whether nobody else administers the company: then the person stays. */
  isLastAdministrator: Type.Boolean(),
})
export type OwnData = Static<typeof OwnData>

const userParams = closed({ userId: Id })

export const ownDataEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/api/users/:userId/data',
    summary: 'Get your newest data file, your deletion request, and what a deletion would do',
    access: everyRole,
    scope: 'session',
    params: userParams,
    status: 200,
    reply: OwnData,
  }),
  request: endpoint({
    method: 'POST',
    path: '/api/users/:userId/data/file',
    summary: 'Create a file with your data in the background. It replaces the earlier file',
    access: everyRole,
    scope: 'session',
    audit: 'ownData.requested',
    params: userParams,
    body: closed(proofs),
    status: 202,
    reply: OwnData,
    idempotent: false,
  }),
  download: endpoint({
    method: 'GET',
    path: '/api/users/:userId/data/file',
    summary: 'Download your data file while it is available',
    access: everyRole,
    scope: 'session',
    audit: 'ownData.downloaded',
    params: userParams,
    status: 200,
    reply: Type.String(),
    file: { type: 'application/json; charset=utf-8', name: 'datacrane-my-data.json' },
  }),
  requestDeletion: endpoint({
    method: 'POST',
    path: '/api/users/:userId/deletion',
    summary: 'Request the deletion of your account after 30 days. `heir` takes over your connectors',
    access: everyRole,
    scope: 'session',
    audit: 'deletion.requested',
    params: userParams,
    body: closed({ ...proofs, heir: Type.Optional(Id) }),
    status: 202,
    reply: OwnData,
    idempotent: false,
  }),
  withdrawDeletion: endpoint({
    method: 'DELETE',
    path: '/api/users/:userId/deletion',
    summary: 'Withdraw your deletion request',
    access: everyRole,
    scope: 'session',
    audit: 'deletion.withdrawn',
    params: userParams,
    status: 200,
    reply: OwnData,
  }),
} as const
