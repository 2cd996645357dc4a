/** How long the own session still lives, and what it may be used for. `worklist.md` C-2, X5. */
import Type, { type Static } from 'typebox'
import { endpoint, everyRole } from '../kit/endpoint.ts'
import { Duration, Instant, oneOf, orNull } from '../kit/schemas.ts'

/** Milliseconds before the end at which a person is asked whether they are still there. */
export const sessionWarning = 120_000

/** `full`: everything that the role allows. The others: nothing but what their name says. */
export const SessionStage = oneOf('full', 'set-up-mfa', 'change-password')
export type SessionStage = Static<typeof SessionStage>

export const SessionStatus = Type.Object({
  stage: SessionStage,
  /** Milliseconds until it ends without another call of the person; null: it does not. */
  idleEndsIn: orNull(Duration),
  /** Milliseconds until it ends in any case; null: it does not. */
  endsIn: orNull(Duration),
  /** By when the person has to set up multi-factor authentication; null: they have it, or need none. */
  mfaDueAt: orNull(Instant),
})
export type SessionStatus = Static<typeof SessionStatus>

export const sessionStatusEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/api/auth/session',
    summary: 'Get the remaining time and permissions of your session',
    access: everyRole,
    scope: 'session',
    status: 200,
    reply: SessionStatus,
    isOpenBeforeSetup: true,
  }),
} as const
