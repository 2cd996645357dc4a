import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'

import type { ConnectorConfig } from '../../../contract/config.ts'
import type { Deployment } from '../../../contract/connector.ts'
import { type Problem, problem } from '../../../contract/problem.ts'
import type { ValidationResult } from '../../../contract/schemas.ts'
import { comparisonMachine } from '../comparison/comparison.machine.ts'
import { type DeploymentEnd, deploymentMachine } from '../deployment/deployment.machine.ts'
import { known } from '../known.ts'
import { unprovidedPromise } from '../unprovided.ts'
import * as by from './config-editor.changes.ts'
import type { ConfigEditorContext, ConfigEditorEvent, OpenedConfig, SavedConfig } from './config-editor.context.ts'
import { findingsOf, isPublished, written } from './config-text.ts'

type ById = { readonly connectorId: string }
type Failed = { readonly problem: Problem }
type Judged = { readonly verdict: ValidationResult }
type Publication = ById & { readonly revision: number; readonly config: ConnectorConfig }

/** The text of a configuration: read, edited, validated, and published on the revision that the editing started from. */
export const configEditorMachine = setup({
  types: {
    context: {} as ConfigEditorContext,
    input: {} as ById,
    events: {} as ConfigEditorEvent,
    tags: {} as 'busy' | 'writable',
  },
  actors: {
    openConfig: unprovidedPromise<OpenedConfig, ById>('openConfig'),
    checkConfig: unprovidedPromise<ValidationResult, { readonly config: ConnectorConfig }>('checkConfig'),
    /** Saves and begins the deployment, both or neither. */
    publishConfig: unprovidedPromise<Deployment, Publication>('publishConfig'),
    comparison: comparisonMachine,
    deployment: deploymentMachine,
  },
  guards: {
    isDeploying: (_, { saved }: OpenedConfig) => saved.isDeploying,
    isOvertaken: (_, { saved, kept }: OpenedConfig) => kept !== null && kept.revision !== saved.revision,
    isKept: (_, { kept }: OpenedConfig) => kept !== null,
    isNowhere: (_, { problem }: Failed) => problem.code === 'connector/not-found' || problem.code === 'request/malformed',
    isStale: (_, { problem }: Failed) => problem.code === 'connector/stale',
    isRetryable: (_, { problem }: Failed) => problem.retryable,
    isReadable: ({ context }) => 'config' in written(context.text),
    isSound: ({ context }, { verdict }: Judged) => findingsOf(context.config, verdict).isValid,
    isOurs: ({ context }, { saved }: OpenedConfig) => isPublished(context.text, saved),
    theirsAreKnown: ({ context }) => context.theirs !== null,
    theirsAreUnknown: ({ context }) => context.theirs === null,
    wentLive: (_, { problem }: DeploymentEnd) => problem === null,
  },
  actions: {
    show: assign((_, it: OpenedConfig) => by.shown(it)),
    takeUp: assign((_, it: OpenedConfig) => by.takenUp(it)),
    write: assign((_, { text }: { readonly text: string }) => ({ text })),
    restore: assign((_, it: by.Restored) => by.restored(it)),
    read: assign(({ context }) => by.read(context)),
    rememberVerdict: assign(({ context }, { verdict }: Judged) => ({ findings: findingsOf(context.config, verdict) })),
    rememberNoVerdict: assign(({ context }, { problem }: Failed) => ({ findings: findingsOf(context.config, null), problem })),
    rememberTheirs: assign((_, { theirs }: { readonly theirs: SavedConfig | null }) => ({ theirs })),
    overtake: assign(({ context }) => by.overtaken(context)),
    takeTheirs: assign(({ context }) => by.theirsTaken(context)),
    revert: assign(({ context }) => by.reverted(context)),
    rememberProblem: assign((_, { problem }: Failed) => ({ problem })),
    forgetProblem: assign({ problem: null }),
    forgetVerdict: assign({ findings: null, config: null, problem: null }),
    /** Before anything else: a page that is closed at this moment loses nothing. */
    keepInTab: () => {},
    forgetInTab: () => {},
    tellSound: () => {},
    tellPublished: () => {},
    copyText: () => {},
  },
  delays: { openLimit: 15_000, checkLimit: 15_000, publishLimit: 60_000, followLimit: 60_000 },
}).createMachine({
  id: 'config-editor',
  context: ({ input }) => ({ ...input, ...by.unopened }),
  initial: 'opening',
  states: {
    opening: {
      tags: 'busy',
      after: {
        openLimit: { target: 'failed', actions: { type: 'rememberProblem', params: { problem: problem('net/timeout') } } },
      },
      invoke: {
        id: 'openConfig',
        src: 'openConfig',
        input: ({ context }) => ({ connectorId: context.connectorId }),
        onDone: [
          {
            guard: { type: 'isOvertaken', params: by.opened },
            target: 'stale',
            actions: [
              { type: 'takeUp', params: by.opened },
              { type: 'rememberTheirs', params: by.saved },
            ],
          },
          { guard: { type: 'isKept', params: by.opened }, target: 'changing', actions: { type: 'takeUp', params: by.opened } },
          {
            guard: { type: 'isDeploying', params: by.opened },
            target: 'following',
            actions: { type: 'show', params: by.opened },
          },
          { target: 'reading', actions: { type: 'show', params: by.opened } },
        ],
        onError: [
          {
            guard: { type: 'isNowhere', params: by.failed },
            target: 'failed',
            actions: { type: 'rememberProblem', params: { problem: problem('config/missing') } },
          },
          { target: 'failed', actions: { type: 'rememberProblem', params: by.failed } },
        ],
      },
    },
    failed: { on: { 'user.retried': { target: 'opening', actions: 'forgetProblem' } } },
    reading: {
      on: {
        'user.copied': { actions: 'copyText' },
        'user.edited': { target: 'changing', actions: 'forgetProblem' },
        'user.restored': {
          target: 'changing',
          actions: ['forgetProblem', { type: 'restore', params: by.restoring }, 'keepInTab'],
        },
      },
    },
    /** Every edit asks for a validation of its own. */
    changing: {
      tags: 'writable',
      initial: 'editing',
      on: {
        'user.copied': { actions: 'copyText' },
        'user.typed': { target: '.editing', actions: ['forgetVerdict', { type: 'write', params: by.typed }, 'keepInTab'] },
        'user.restored': {
          target: '.editing',
          actions: ['forgetVerdict', { type: 'restore', params: by.restoring }, 'keepInTab'],
        },
        'user.cancelled': { target: 'reading', actions: ['forgetVerdict', 'revert', 'forgetInTab'] },
      },
      states: {
        editing: {
          on: {
            'user.validated': [
              { guard: 'isReadable', target: 'checking', actions: ['forgetVerdict', 'read'] },
              { actions: ['forgetVerdict', 'read'] },
            ],
          },
        },
        checking: {
          tags: 'busy',
          after: {
            checkLimit: { target: 'editing', actions: { type: 'rememberNoVerdict', params: { problem: by.lateCheck } } },
          },
          invoke: {
            id: 'checkConfig',
            src: 'checkConfig',
            input: ({ context }) => ({ config: known(context.config, 'config') }),
            onDone: [
              {
                guard: { type: 'isSound', params: by.verdict },
                target: 'valid',
                actions: [{ type: 'rememberVerdict', params: by.verdict }, 'tellSound'],
              },
              {
                target: 'editing',
                actions: [
                  { type: 'rememberVerdict', params: by.verdict },
                  { type: 'rememberProblem', params: { problem: problem('config/not-valid') } },
                ],
              },
            ],
            onError: { target: 'editing', actions: { type: 'rememberNoVerdict', params: by.failed } },
          },
        },
        valid: { on: { 'user.published': { target: '#config-editor.confirming', actions: 'forgetProblem' } } },
      },
    },
    confirming: {
      invoke: {
        id: 'comparison',
        src: 'comparison',
        input: ({ context }) => ({ connectorId: context.connectorId, config: known(context.config, 'config') }),
        onError: {},
      },
      on: { 'user.deployed': 'publishing', 'user.closed': 'changing.valid' },
    },
    publishing: {
      tags: 'busy',
      after: {
        publishLimit: { target: 'changing.valid', actions: { type: 'rememberProblem', params: { problem: by.latePublication } } },
      },
      invoke: {
        id: 'publishConfig',
        src: 'publishConfig',
        input: ({ context: { connectorId, revision, config } }) => ({ connectorId, revision, config: known(config, 'config') }),
        onDone: { target: 'following', actions: ['forgetVerdict', 'forgetInTab'] },
        onError: [
          { guard: { type: 'isStale', params: by.failed }, target: 'comparing', actions: 'forgetVerdict' },
          {
            guard: { type: 'isRetryable', params: by.failed },
            target: 'changing.valid',
            actions: { type: 'rememberProblem', params: by.failed },
          },
          { target: 'changing', actions: ['forgetVerdict', { type: 'rememberProblem', params: by.failed }] },
        ],
      },
    },
    /** What is deployed is saved. Whoever comes to the page meanwhile follows it too. */
    following: {
      tags: 'busy',
      after: { followLimit: 'opening' },
      invoke: {
        id: 'deployment',
        src: 'deployment',
        input: ({ context: { connectorId, revision } }) => ({ connectorId, revision, isUnderWay: true }),
        onDone: [
          { guard: { type: 'wentLive', params: by.ended }, target: 'opening', actions: ['forgetProblem', 'tellPublished'] },
          { target: 'opening', actions: { type: 'rememberProblem', params: by.lost } },
        ],
        onError: { target: 'opening', actions: { type: 'rememberProblem', params: by.unfollowed } },
      },
    },
    comparing: {
      tags: 'busy',
      entry: { type: 'rememberTheirs', params: { theirs: null } },
      after: {
        openLimit: { target: 'stale', actions: { type: 'rememberProblem', params: { problem: problem('net/timeout') } } },
      },
      invoke: {
        id: 'readTheirs',
        src: 'openConfig',
        input: ({ context }) => ({ connectorId: context.connectorId }),
        onDone: [
          { guard: { type: 'isOurs', params: by.opened }, target: 'opening', actions: 'forgetInTab' },
          { target: 'stale', actions: { type: 'rememberTheirs', params: by.saved } },
        ],
        onError: { target: 'stale', actions: { type: 'rememberProblem', params: by.failed } },
      },
    },
    stale: {
      on: {
        'user.keptMine': { guard: 'theirsAreKnown', target: 'changing', actions: ['overtake', 'keepInTab'] },
        'user.tookTheirs': { guard: 'theirsAreKnown', target: 'reading', actions: ['takeTheirs', 'forgetInTab'] },
        'user.retried': { guard: 'theirsAreUnknown', target: 'comparing', actions: 'forgetProblem' },
        'user.closed': { guard: 'theirsAreUnknown', target: 'changing' },
      },
    },
  },
})

export type ConfigEditorActor = ActorRefFrom<typeof configEditorMachine>
export type ConfigEditorSnapshot = SnapshotFrom<typeof configEditorMachine>
