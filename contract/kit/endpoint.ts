/** One endpoint, named once for the server that mounts it, the client that calls it and the description that is served. */
import type { Static, TSchema } from 'typebox'

import type { AuditAction } from './audit-actions.ts'
import type { ProblemCode } from './problem.ts'
import type { Scope } from './scopes.ts'

export type Role = 'SUPER_ADMIN' | 'ADMIN' | 'USER'

/** What is recorded of a call that changes something; `none` of one that changes nothing, or whose record is kept elsewhere. */
type Audited =
  | { readonly method: 'GET'; readonly audit?: AuditAction }
  | { readonly method: 'POST' | 'PATCH' | 'PUT' | 'DELETE'; readonly audit: AuditAction | 'none' }

export type Endpoint = Audited & {
  /** Path parameters as `:name`. */
  readonly path: string
  /** The same call under other paths of the specification. */
  readonly aliases?: readonly string[]
  readonly summary: string
  /** Who may call it: nobody in particular, or a signed-in person of one of these roles. */
  readonly access: 'public' | readonly Role[]
  /** What an API key needs for it: one scope; `session` where only a signed-in person may call it, `public` where nobody is asked who they are. */
  readonly scope: Scope | 'session' | 'public'
  readonly params?: TSchema
  readonly query?: TSchema
  readonly body?: TSchema
  /** Status of a success. */
  readonly status: number
  readonly reply: TSchema
  /** Whether an `Idempotency-Key` is honoured by remembering the first answer. True for every POST but those that hand out tokens. */
  readonly idempotent?: boolean
  /** What a body of another form is refused with, where the specification has a sentence for it. */
  readonly malformed?: ProblemCode
  /** What somebody of another role is refused with, where the specification has a sentence for it. */
  readonly forbidden?: ProblemCode
  /** Whether it waits for other systems, for up to a minute: it has a limit of its own, and holds up no other call of its company. */
  readonly isHeavy?: boolean
  /** Whether whoever is shut out by maintenance may call it all the same. */
  readonly isOpenInMaintenance?: boolean
  /** Whether a session may call it that has to set up multi-factor authentication or another password first. */
  readonly isOpenBeforeSetup?: boolean
  /** Where the answer is a file: its media type and the name that it is saved under. Its `reply` is text; of one that is no text, in base64. */
  readonly file?: { readonly type: string; readonly name: string; readonly isBinary?: true }
}

export const everyRole: readonly Role[] = ['SUPER_ADMIN', 'ADMIN', 'USER']

/** Keeps literal types and checks the shape. */
export const endpoint = <const E extends Endpoint>(it: E): E => it

export type BodyOf<E extends Endpoint> = E extends { readonly body: infer B extends TSchema } ? Static<B> : undefined
export type QueryOf<E extends Endpoint> = E extends { readonly query: infer Q extends TSchema } ? Static<Q> : undefined
export type ParamsOf<E extends Endpoint> = E extends { readonly params: infer P extends TSchema } ? Static<P> : undefined
export type ReplyOf<E extends Endpoint> = Static<E['reply']>
