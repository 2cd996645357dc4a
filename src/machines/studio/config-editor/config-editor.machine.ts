import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { problem } from '#contract/kit/problem.ts'
import type { DeploymentActor } from '../../connectors/deployments/deployment.machine.ts'
import type { ReadingQuestionActor } from '../../connectors/deployments/reading-question.machine.ts'
import { known } from '../../kit/known.ts'
import type { ComparisonActor } from './comparison.machine.ts'
import * as by from './config-editor.changes.ts'
import { configEditorParts } from './config-editor.parts.ts'

type ConfigStage =
  | 'opening'
  | 'failed'
  | 'reading'
  | 'editing'
  | 'checking'
  | 'valid'
  | 'confirming'
  | 'publishing'
  | 'asking'
  | 'following'
  | 'comparing'
  | 'stale'

export const selectStage = ({ value }: ConfigEditorSnapshot): ConfigStage => (typeof value === 'string' ? value : value.changing)
/** The parts of a publication, actors of their own. */
export const selectComparison = (snapshot: ConfigEditorSnapshot) => snapshot.children['comparison'] as ComparisonActor | undefined
export const selectDeployment = (snapshot: ConfigEditorSnapshot) => snapshot.children['deployment'] as DeploymentActor | undefined
/** The question where it begins to read. */
export const selectQuestion = (snapshot: ConfigEditorSnapshot) =>
  snapshot.children['question'] as ReadingQuestionActor | undefined

/** The text of a configuration: read, edited, validated, and published on the revision that the editing started from. */
export const configEditorMachine = configEditorParts.createMachine({
  id: 'config-editor',
  context: ({ input }) => ({ ...input, ...by.unopened }),
  initial: 'opening',
  states: {
    opening: {
      tags: 'busy',
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
        'user.caughtUp': { target: 'opening', actions: 'forgetProblem' },
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
        'user.caughtUp': { target: 'comparing', actions: 'forgetVerdict' },
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
      exit: 'forgetAnswer',
      invoke: {
        id: 'publishConfig',
        src: 'publishConfig',
        input: ({ context: { connectorId, revision, config, begins } }) => ({
          ...{ connectorId, revision, config: known(config, 'config') },
          ...(begins === null ? {} : { reading: begins }),
        }),
        onDone: { target: 'following', actions: ['forgetVerdict', 'forgetInTab'] },
        onError: [
          { guard: { type: 'isStale', params: by.failed }, target: 'comparing', actions: 'forgetVerdict' },
          {
            guard: { type: 'readingIsAsked', params: by.failed },
            target: 'asking',
            actions: { type: 'rememberQuestion', params: by.failed },
          },
          {
            guard: { type: 'isRetryable', params: by.failed },
            target: 'changing.valid',
            actions: { type: 'rememberProblem', params: by.failed },
          },
          { target: 'changing', actions: ['forgetVerdict', { type: 'rememberProblem', params: by.failed }] },
        ],
      },
    },
    /** Nothing was saved: it reads something else than the live version. */
    asking: {
      invoke: {
        id: 'question',
        src: 'question',
        input: ({ context }) => ({ question: known(context.question, 'question') }),
        onDone: [
          {
            guard: { type: 'isAnswered', params: by.answered },
            target: 'publishing',
            actions: { type: 'rememberAnswer', params: by.answered },
          },
          { target: 'changing.valid', actions: 'rememberUnanswered' },
        ],
        onError: { target: 'changing.valid', actions: { type: 'rememberProblem', params: by.failed } },
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
