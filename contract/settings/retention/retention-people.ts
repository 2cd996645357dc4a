/** People who have left and whose data is due: deleted after a second administrator has approved it. `worklist.md` C-6. */
import Type, { type Static } from 'typebox'
import { endpoint } from '../../kit/endpoint.ts'
import { Count, closed, Id, Instant, oneOf, orNull, PageNumber, pageOf } from '../../kit/schemas.ts'
import { retentionRequestStates } from './retention-request.lifecycle.ts'

export const DuePerson = Type.Object({
  id: Id,
  name: Type.String(),
  email: Type.String(),
  /** When the person was deactivated or removed, or their row was changed last. */
  goneSince: Instant,
  connectors: Count,
  /** The newest one; null where there is none. */
  request: orNull(
    Type.Object({
      id: Id,
      status: oneOf(...retentionRequestStates),
      requestedBy: orNull(Type.String()),
      expiresAt: Instant,
      /** Whether the caller may approve or refuse it. */
      isForCaller: Type.Boolean(),
    }),
  ),
})
export type DuePerson = Static<typeof DuePerson>

const administrators = { access: ['SUPER_ADMIN', 'ADMIN'], forbidden: 'settings/forbidden', scope: 'session' } as const
const path = '/api/system-settings/retention/people'

export const retentionPeopleEndpoints = {
  list: endpoint({
    ...{ ...administrators, method: 'GET', path },
    summary: 'List former members whose retention period has ended',
    query: closed({ page: Type.Optional(PageNumber), limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })) }),
    status: 200,
    reply: pageOf(DuePerson),
  }),
  request: endpoint({
    ...{ ...administrators, method: 'POST', path: `${path}/:id/request`, audit: 'retention.deletionRequested' },
    summary: "Request the deletion of a former member's data. Another administrator decides",
    params: closed({ id: Id }),
    status: 200,
    reply: DuePerson,
  }),
  decide: endpoint({
    ...{ ...administrators, method: 'POST', path: `${path}/:id/decide`, audit: 'retention.deletionDecided' },
    summary: 'Approve or refuse a deletion that another administrator requested',
    params: closed({ id: Id }),
    body: closed({ approve: Type.Boolean() }),
    status: 200,
    reply: DuePerson,
  }),
} as const
