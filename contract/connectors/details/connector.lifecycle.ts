/**
 * Where a connector stands. The server moves a connector's row only along these edges; the console draws the same words.
 * `decisions.md` section 5: Draft → Deploying → Active ⇄ Pause; Failed from a failed deployment.
 */
import { assign, setup } from 'xstate'

export const connectorStates = ['Draft', 'Deploying', 'Active', 'Pause', 'Failed'] as const
export type ConnectorState = (typeof connectorStates)[number]

export type ConnectorMove =
  | { readonly type: 'user.deployed' }
  | { readonly type: 'user.paused' }
  | { readonly type: 'user.resumed' }
  | { readonly type: 'user.ran' }
  | { readonly type: 'user.edited' }
  | { readonly type: 'user.deleted' }
  | { readonly type: 'engine.activated' }
  | { readonly type: 'engine.refused' }

/** What a person calls each move, for the `allowed` list of a 409. */
export const connectorMoveNames = {
  'user.deployed': 'deploy',
  'user.paused': 'pause',
  'user.resumed': 'resume',
  'user.ran': 'run',
  'user.edited': 'edit',
  'user.deleted': 'delete',
} as const satisfies Partial<Record<ConnectorMove['type'], string>>

export const connectorLifecycle = setup({
  types: {
    /** Where a deployment started: the version that ran before goes on running, so a failed one leads back there. */
    context: {} as { readonly before: ConnectorState },
    events: {} as ConnectorMove,
    input: {} as { readonly before: ConnectorState },
  },
  guards: {
    wasActive: ({ context }) => context.before === 'Active',
    wasPaused: ({ context }) => context.before === 'Pause',
  },
  actions: {
    rememberBefore: assign((_, params: { readonly before: ConnectorState }) => ({ before: params.before })),
  },
}).createMachine({
  id: 'connectorStatus',
  context: ({ input }) => ({ before: input.before }),
  initial: 'Draft',
  states: {
    Draft: {
      on: {
        'user.deployed': { target: 'Deploying', actions: { type: 'rememberBefore', params: { before: 'Draft' } } },
        'user.edited': 'Draft',
        'user.deleted': 'Deleted',
      },
    },
    Deploying: {
      on: {
        // A paused connector stays paused with its new version: a deployment never starts sending by itself.
        'engine.activated': [{ guard: 'wasPaused', target: 'Pause' }, { target: 'Active' }],
        'engine.refused': [
          { guard: 'wasActive', target: 'Active' },
          { guard: 'wasPaused', target: 'Pause' },
          { target: 'Failed' },
        ],
      },
    },
    Active: {
      on: {
        'user.deployed': { target: 'Deploying', actions: { type: 'rememberBefore', params: { before: 'Active' } } },
        'user.paused': 'Pause',
        'user.ran': 'Active',
        'user.edited': 'Active',
        'user.deleted': 'Deleted',
      },
    },
    Pause: {
      on: {
        'user.deployed': { target: 'Deploying', actions: { type: 'rememberBefore', params: { before: 'Pause' } } },
        'user.resumed': 'Active',
        'user.edited': 'Pause',
        'user.deleted': 'Deleted',
      },
    },
    Failed: {
      on: {
        'user.deployed': { target: 'Deploying', actions: { type: 'rememberBefore', params: { before: 'Failed' } } },
        'user.edited': 'Failed',
        'user.deleted': 'Deleted',
      },
    },
    Deleted: { type: 'final' },
  },
})
