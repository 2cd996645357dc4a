/** A deployment's way from the press to the engine that took it over. `decisions.md` section 5. */
import { setup } from 'xstate'

export const deploymentStates = ['queued', 'validating', 'provisioning', 'activating', 'live', 'failed'] as const
export type DeploymentState = (typeof deploymentStates)[number]

/** Per cent shown in each state; a failed deployment keeps what it had reached. */
export const deploymentProgress = {
  queued: 0,
  validating: 25,
  provisioning: 50,
  activating: 75,
  live: 100,
} as const satisfies Record<Exclude<DeploymentState, 'failed'>, number>

export type DeploymentMove =
  | { readonly type: 'engine.claimed' }
  | { readonly type: 'engine.validated' }
  | { readonly type: 'engine.provisioned' }
  | { readonly type: 'engine.activated' }
  | { readonly type: 'engine.refused' }

export const deploymentLifecycle = setup({ types: { events: {} as DeploymentMove } }).createMachine({
  id: 'deploymentStatus',
  initial: 'queued',
  states: {
    queued: { on: { 'engine.claimed': 'validating', 'engine.refused': 'failed' } },
    validating: { on: { 'engine.validated': 'provisioning', 'engine.refused': 'failed' } },
    provisioning: { on: { 'engine.provisioned': 'activating', 'engine.refused': 'failed' } },
    activating: { on: { 'engine.activated': 'live', 'engine.refused': 'failed' } },
    live: { type: 'final' },
    failed: { type: 'final' },
  },
})
