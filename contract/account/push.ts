/** Web Push: which browsers a person is told things by. `worklist.md` B-5. */
import Type, { type Static } from 'typebox'
import { endpoint, everyRole } from '../kit/endpoint.ts'
import { closed, Id } from '../kit/schemas.ts'
import { pushEndpointMax } from './push-limits.ts'

/** Bytes in base64url. */
const bytes = (length: number) => Type.String({ pattern: `^[A-Za-z0-9_-]{${Math.ceil((length * 4) / 3)}}$` })

export const PushSubscription = closed({
  /** Where the browser's maker takes pushes for it. */
  endpoint: Type.String({ minLength: 1, maxLength: pushEndpointMax }),
  keys: closed({ p256dh: bytes(65), auth: bytes(16) }),
})
export type PushSubscription = Static<typeof PushSubscription>

export const PushState = Type.Object({
  /** What a browser subscribes with. */
  publicKey: Type.String(),
  /** The browsers of the person, newest first. */
  browsers: Type.Array(Type.Object({ endpoint: Type.String(), browser: Type.String() })),
})
export type PushState = Static<typeof PushState>

/** This browser, as its page sees it. */
export type PushBrowser = {
  /** `unsupported`: it cannot get pushes; `blocked`: the person has forbidden them in the browser. */
  readonly state: 'unsupported' | 'blocked' | 'off' | 'on'
  /** How many browsers of the person are subscribed, this one included. */
  readonly subscribed: number
}

const userParams = closed({ userId: Id })

export const pushEndpoints = {
  state: endpoint({
    method: 'GET',
    path: '/api/notifications/push/:userId',
    summary: 'List your browsers with push notifications, and the key to subscribe another one',
    access: everyRole,
    scope: 'session',
    params: userParams,
    status: 200,
    reply: PushState,
  }),
  subscribe: endpoint({
    method: 'POST',
    path: '/api/notifications/push/:userId',
    summary: 'Subscribe a browser until its session ends. Repeating the call changes nothing',
    access: everyRole,
    scope: 'session',
    audit: 'push.subscribed',
    params: userParams,
    body: PushSubscription,
    status: 200,
    reply: PushState,
  }),
  unsubscribe: endpoint({
    method: 'POST',
    path: '/api/notifications/push/:userId/remove',
    summary: 'Unsubscribe a browser',
    access: everyRole,
    scope: 'session',
    audit: 'push.removed',
    params: userParams,
    body: closed({ endpoint: Type.String({ maxLength: pushEndpointMax }) }),
    status: 200,
    reply: PushState,
  }),
} as const
