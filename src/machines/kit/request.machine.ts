import { type ActorRefFrom, assign, setup } from 'xstate'

import type { Problem } from '#contract/kit/problem.ts'
import type { Query } from './list.machine.ts'
import { keepProblem, rememberProblem } from './problem.ts'
import { unprovidedActor } from './unprovided-actor.ts'

/** `change`: what differs from the request before. */
export type RequestEvent<Request extends object> =
  | { readonly type: 'user.requested'; readonly change?: Partial<Request> }
  | { readonly type: 'user.cancelled' }

type Context<Request extends object, Response> = {
  readonly request: Request
  /** The newest one; null before the first. */
  readonly response: Response | null
  readonly problem: Problem | null
}

type Setting<Request extends object> = {
  readonly id: string
  readonly canRequest?: (request: Request) => boolean
  /** Whether the previous response stays until there is another one. */
  readonly keepsResponse?: boolean
  /** Whether the first request is made without being asked for: it belongs to what a person did just before. */
  readonly isImmediate?: boolean
}

/** One request that a person makes, again and again: it gets a response, fails, or is cancelled. `send` makes it. */
export function createRequestMachine<Request extends object, Response>({
  id,
  canRequest = () => true,
  keepsResponse = false,
  isImmediate = false,
}: Setting<Request>) {
  const send = {
    id: 'send',
    src: 'send',
    input: ({ context }: { readonly context: Context<Request, Response> }) => context.request,
    onDone: {
      target: 'idle',
      actions: {
        type: 'rememberResponse',
        params: ({ event }: { readonly event: { readonly output: Response } }) => ({ response: event.output }),
      },
    },
    onError: { target: 'idle', actions: rememberProblem },
  }
  return setup({
    types: {
      context: {} as Context<Request, Response>,
      events: {} as RequestEvent<Request>,
      input: {} as Request,
      tags: {} as 'busy',
    },
    actors: { send: unprovidedActor<Response, Request>('send') },
    guards: { canRequest: ({ context }) => canRequest(context.request) },
    actions: {
      begin: assign(({ context }, { change }: { readonly change?: Partial<Request> }) => ({
        request: { ...context.request, ...change },
        response: keepsResponse ? context.response : null,
        problem: null,
      })),
      rememberResponse: assign((_, { response }: { readonly response: Response }) => ({ response })),
      rememberProblem: assign(keepProblem),
    },
  }).createMachine({
    id,
    context: ({ input }) => ({ request: input, response: null, problem: null }),
    initial: isImmediate ? 'sending' : 'idle',
    states: {
      idle: {
        on: {
          'user.requested': {
            guard: 'canRequest',
            target: 'sending',
            actions: { type: 'begin', params: ({ event }) => event },
          },
        },
      },
      sending: {
        tags: 'busy',
        // XState cannot type an `invoke` whose input is a type parameter.
        invoke: send as never,
        on: { 'user.cancelled': 'idle' },
      },
    },
  })
}

/** What a list shows, all pages of it, downloaded as a file, which is handed to the browser. The response is its name. */
export const tableFileMachine = createRequestMachine<Query, string>({ id: 'table-file' })

export type TableFileActor = ActorRefFrom<typeof tableFileMachine>
