/** The first visit of an empty product: it makes the first company and its operator. `decisions.md` section 7. */
import { type Static, String as Text } from 'typebox'

import { Session } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { closed } from './schemas.ts'

/** Characters that a new password has at least. */
export const passwordMin = 8
/** Milliseconds that a set-up may take before the console gives up. */
export const setupLimit = 10_000

/** Not only blanks. */
const name = Text({ maxLength: 100, pattern: '\\S' })

export const NewOperator = closed({
  companyName: name,
  firstName: name,
  lastName: name,
  email: Text({ maxLength: 254, format: 'email' }),
  password: Text({ minLength: passwordMin, maxLength: 256 }),
})
export type NewOperator = Static<typeof NewOperator>

export const setupEndpoints = {
  setUp: endpoint({
    method: 'POST',
    path: '/api/setup',
    summary: 'Make the first company and its operator; only while there is nobody',
    access: 'public',
    body: NewOperator,
    status: 201,
    reply: Session,
    idempotent: false,
  }),
} as const
