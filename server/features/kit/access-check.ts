/**
 * The one access check of REST, GraphQL, streams and exports, in one order: calls a minute, who calls (a session or an API key), maintenance of
 * the company, and last the role or the scope. What a company says of addresses comes before maintenance, and a session that may only set up a
 * factor is stopped after it.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { refusal } from '#contract/kit/problem.ts'
import { backgroundHeader } from '#contract/kit/web-address.ts'
import type { Access, Caller } from '../../platform/security/access.ts'
import type { CallsLeft } from '../../platform/security/api-keys.repository.ts'
import type { AdmitAddress } from './company-addresses.ts'
import { refuseInMaintenance } from './maintenance-gate.ts'

export type AuthGate = {
  readonly access: Access
  /** Lets a request in or throws: the limit of calls. */
  readonly admit: (request: FastifyRequest) => Promise<void>
  /** Lets an address in or throws `access/address`, as the company of the caller has it. */
  readonly admitAddress: AdmitAddress
  /** What the plan of the caller's company allows. */
  readonly quotas: { readonly refuseCall: (companyId: string) => Promise<void> }
}

type Guarded = Pick<Endpoint, 'access' | 'scope' | 'forbidden' | 'isOpenInMaintenance' | 'isOpenBeforeSetup'>

/** Whether a session meets what its company asks of everybody. @throws `access/mfa-needed`, `access/password-expired` */
export function refuseBeforeSetup(caller: Caller): void {
  if (caller.kind === 'key' || caller.stage === 'full') return
  throw refusal(caller.stage === 'set-up-mfa' ? 'access/mfa-needed' : 'access/password-expired')
}

/** Whether this caller may make this call now. @throws `maintenance/on`, `access/mfa-needed`, `access/password-expired`, `auth/forbidden`, `auth/scope-missing` */
export function checkCaller(
  { access, scope, forbidden, isOpenInMaintenance = false, isOpenBeforeSetup = false }: Guarded,
  caller: Caller,
): void {
  if (!isOpenInMaintenance) refuseInMaintenance(caller)
  if (!isOpenBeforeSetup) refuseBeforeSetup(caller)
  if (caller.kind === 'key') {
    if (scope === 'session' || scope === 'public') throw refusal('auth/sessions-only')
    if (!caller.scopes.includes(scope)) {
      throw refusal('auth/scope-missing', { message: `This API key lacks the permission ${scope}.` })
    }
  }
  if (access !== 'public' && !access.includes(caller.role)) throw refusal(forbidden ?? 'auth/forbidden')
}

/** Lets a request to an endpoint in, and notes who makes it. */
export function authPreHandler(endpoint: Endpoint, { access, admit, admitAddress, quotas }: AuthGate) {
  // Whoever asks for the state of the process is a probe, not a person.
  const isLimited = /^\/(api|graphql)/.test(endpoint.path)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (isLimited) await admit(request)
    if (endpoint.access === 'public') return
    const isBackground = request.headers[backgroundHeader] !== undefined
    request.caller = await access.identify(request.headers.authorization, { isBackground })
    await admitAddress(request.caller, request.ip)
    if (request.caller.kind === 'key') sayCallsLeft(reply, await access.admitKey(request.caller, request.ip))
    await quotas.refuseCall(request.caller.companyId)
    checkCaller(endpoint, request.caller)
  }
}

/** Of calls by API key: the limit that is nearest, as clients read it. */
function sayCallsLeft(reply: FastifyReply, calls: CallsLeft | null): void {
  if (calls === null) return
  reply.header('ratelimit-limit', calls.limit).header('ratelimit-remaining', calls.left)
  reply.header('ratelimit-reset', Math.ceil(calls.resetsIn / 1_000))
}
