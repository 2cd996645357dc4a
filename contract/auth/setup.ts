/** The first visit of an empty product: it makes the first company and its operator. `decisions.md` section 7. */
import Type, { type Static } from 'typebox'
import { endpoint } from '../kit/endpoint.ts'
import { closed, Email, Name, NewPassword } from '../kit/schemas.ts'
import { Session } from './auth.ts'

/** Milliseconds that a set-up may take before the console gives up. */
export const setupLimit = 10_000

/** Longer than any that is made: what surrounds a copied one is no reason to refuse it unread. */
const tokenMax = 200

export const NewOperator = closed({
  /** Printed when the program was started. */
  token: Type.String({ minLength: 1, maxLength: tokenMax }),
  companyName: Name,
  firstName: Name,
  lastName: Name,
  email: Email,
  password: NewPassword,
})
export type NewOperator = Static<typeof NewOperator>

export const setupEndpoints = {
  setUp: endpoint({
    method: 'POST',
    path: '/api/setup',
    summary: 'Create the first company and its operator with the printed setup token',
    access: 'public',
    scope: 'public',
    audit: 'company.created',
    body: NewOperator,
    status: 201,
    reply: Session,
    idempotent: false,
  }),
} as const
