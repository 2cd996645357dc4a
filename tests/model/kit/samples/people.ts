/** Two people of the demo company, and what a browser keeps of their sessions. */
import type { MfaChallenge, User } from '#contract/auth/auth.ts'
import type { SessionState } from '#src/machines/auth/sign-in/session.events.ts'

export const ada = person('Ada', 'Lovelace')
export const bob = person('Bob', 'Frankston')

/** `refreshIn` in milliseconds. */
export function sessionStateOf(user: User, refreshIn = 600_000): SessionState {
  return { user, accessToken: `access of ${user._id}`, refreshToken: `refresh of ${user._id}`, refreshIn }
}

/** A question for the second factor of Ada. */
export function challengeOf(method: MfaChallenge['method'], target: string | null = null): MfaChallenge {
  return {
    mfaRequired: true,
    userId: ada._id,
    challengeId: `challenge by ${method}`,
    method,
    target,
    isKept: false,
    hasPasskey: false,
    expiresIn: 300_000,
  }
}

function person(firstName: string, lastName: string): User {
  return {
    _id: firstName.toLowerCase(),
    email: `${firstName.toLowerCase()}@demo.test`,
    firstName,
    lastName,
    role: 'USER',
    companyId: 'demo',
    companyName: 'Demo',
    workspaceName: 'Demo',
    confirmed: true,
    plan: 'Basic',
    integrations: [],
  }
}
