import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import type { SsoDomain } from '#contract/auth/sso/sso-domains.ts'
import { faultOfDomain } from '#contract/auth/sso/sso-limits.ts'
import { type Problem, toProblem } from '#contract/kit/problem.ts'
import { known } from '../../kit/known.ts'
import { keepProblem, rememberProblem } from '../../kit/problem.ts'
import { type StepUpActor, stepUpMachine } from '../../kit/step-up.machine.ts'
import { unprovidedActor } from '../../kit/unprovided-actor.ts'

export const selectChecked = (snapshot: SsoDomainsSnapshot) => (snapshot.matches('checking') ? snapshot.context.checked : null)
export const selectProof = ({ children }: SsoDomainsSnapshot) => children['prove'] as StepUpActor | undefined
export const canCheck = (snapshot: SsoDomainsSnapshot, id: string) => snapshot.can({ type: 'user.checked', id })
export const canRemove = (snapshot: SsoDomainsSnapshot, id: string) => snapshot.can({ type: 'user.removed', id, domain: '' })

/** What a person does after they have proved themselves. */
export type DomainPlan =
  | { readonly type: 'add'; readonly domain: string }
  | { readonly type: 'remove'; readonly id: string; readonly domain: string }

export type SsoDomainsEvent =
  | { readonly type: 'user.retried' }
  | { readonly type: 'user.wroteDomain'; readonly domain: string }
  | { readonly type: 'user.added' }
  | { readonly type: 'user.checked'; readonly id: string }
  | { readonly type: 'user.removed'; readonly id: string; readonly domain: string }

type Domains = readonly SsoDomain[]
type Context = {
  readonly domains: Domains
  /** As it is typed. */
  readonly domain: string
  readonly checked: string | null
  readonly plan: DomainPlan | null
  readonly problem: Problem | null
}

type Proved = { readonly output: { readonly result: unknown } | null }
const proved = ({ event }: { readonly event: Proved }) => event
type Read = { readonly domains: Domains }
const read = ({ event }: { readonly event: { readonly output: Domains } }) => ({ domains: event.output })
type Which = { readonly id: string }

/** The email domains of a company: added, looked for in the DNS, removed. */
export const ssoDomainsMachine = setup({
  types: { context: {} as Context, events: {} as SsoDomainsEvent, tags: {} as 'busy' },
  actors: {
    readDomains: unprovidedActor<Domains, void>('readDomains'),
    checkDomain: unprovidedActor<Domains, Which>('checkDomain'),
    prove: stepUpMachine,
  },
  guards: {
    domainIsFit: ({ context }) => faultOfDomain(context.domain) === null,
    isListed: ({ context }, { id }: Which) => context.domains.some((it) => it.id === id),
    isUnproved: ({ context }, { id }: Which) => context.domains.some((it) => it.id === id && it.verifiedAt === null),
    isCancelled: (_, { output }: Proved) => output === null,
  },
  actions: {
    remember: assign((_, { domains }: Read) => ({ domains, problem: null })),
    rememberDomain: assign((_, { domain }: { readonly domain: string }) => ({ domain, problem: null })),
    rememberResult: assign(({ context }, { output }: Proved) => ({
      domains: output?.result as Domains,
      domain: context.plan?.type === 'add' ? '' : context.domain,
      problem: null,
    })),
    rememberChecked: assign((_, { id }: Which) => ({ checked: id, problem: null })),
    planAdding: assign(({ context }) => ({ plan: { type: 'add', domain: context.domain } as const, problem: null })),
    planRemoving: assign((_, { id, domain }: Which & { readonly domain: string }) => ({
      plan: { type: 'remove', id, domain } as const,
      problem: null,
    })),
    rememberProblem: assign(keepProblem),
    rememberFailure: assign((_, { problem }: { readonly problem: Problem }) => ({ problem })),
    forgetProblem: assign({ problem: null }),
  },
}).createMachine({
  id: 'sso-domains',
  context: { domains: [], domain: '', checked: null, plan: null, problem: null },
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'readDomains',
        src: 'readDomains',
        onDone: { target: 'showing', actions: { type: 'remember', params: read } },
        onError: { target: 'failed', actions: rememberProblem },
      },
    },
    failed: { on: { 'user.retried': { target: 'loading', actions: 'forgetProblem' } } },
    showing: {
      on: {
        'user.wroteDomain': { actions: { type: 'rememberDomain', params: ({ event }) => event } },
        'user.added': { guard: 'domainIsFit', target: 'proving', actions: 'planAdding' },
        'user.checked': {
          guard: { type: 'isUnproved', params: ({ event }) => event },
          target: 'checking',
          actions: { type: 'rememberChecked', params: ({ event }) => event },
        },
        'user.removed': {
          guard: { type: 'isListed', params: ({ event }) => event },
          target: 'proving',
          actions: { type: 'planRemoving', params: ({ event }) => event },
        },
      },
    },
    checking: {
      tags: 'busy',
      invoke: {
        id: 'checkDomain',
        src: 'checkDomain',
        input: ({ context }) => ({ id: known(context.checked, 'checked') }),
        onDone: { target: 'showing', actions: { type: 'remember', params: read } },
        onError: { target: 'showing', actions: rememberProblem },
      },
    },
    proving: {
      invoke: {
        id: 'prove',
        src: 'prove',
        input: ({ context }) => ({ request: known(context.plan, 'plan') }),
        onDone: [
          { guard: { type: 'isCancelled', params: proved }, target: 'showing' },
          { target: 'showing', actions: { type: 'rememberResult', params: proved } },
        ],
        onError: {
          target: 'showing',
          actions: { type: 'rememberFailure', params: ({ event }) => ({ problem: toProblem(event.error) }) },
        },
      },
    },
  },
})

export type SsoDomainsActor = ActorRefFrom<typeof ssoDomainsMachine>
export type SsoDomainsSnapshot = SnapshotFrom<typeof ssoDomainsMachine>
