import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'

import type { MappingRule, NewMappingRule } from '#contract/connectors/config/mapping-rule.ts'
import { type FieldProblem, type Problem, type ProblemCode, problem, toProblem } from '#contract/kit/problem.ts'
import type { ValidationResult } from '#contract/kit/schemas.ts'
import { failure, keepProblem } from '../../kit/problem.ts'
import { unprovidedActor } from '../../kit/unprovided-actor.ts'
import { isReadable, type RuleField, type RuleType, ruleOf, type Written } from './writing.ts'

/** A field of the target whose value a rule shall make, and what its line reads now. */
export type RuleTarget = { readonly targetPath: string; readonly sourcePath: string }

export type RuleEvent =
  | ({ readonly type: 'user.opened' } & RuleTarget)
  | { readonly type: 'user.left' }
  | { readonly type: 'user.retried' }
  | { readonly type: 'user.applied'; readonly ruleId: string }
  | { readonly type: 'user.began' }
  | { readonly type: 'user.choseType'; readonly ruleType: RuleType }
  | { readonly type: 'user.wrote'; readonly field: RuleField; readonly text: string }
  | { readonly type: 'user.submitted' }
  | { readonly type: 'user.cancelled' }
  | { readonly type: 'user.deleted'; readonly ruleId: string }
  | { readonly type: 'user.confirmed' }

type Context = {
  readonly rules: readonly MappingRule[]
  /** Null while the dialog is closed. */
  readonly target: RuleTarget | null
  readonly ruleType: RuleType
  readonly written: Written
  readonly faults: readonly FieldProblem[]
  /** The rule that is asked about before it is deleted. */
  readonly doomed: string | null
  readonly problem: Problem | null
}

/** What failed in the words of the catalogue, and why; one that has the code already stands as it is: a time limit that is over has no other reason. */
const failed = (code: ProblemCode, cause: Problem): Problem =>
  cause.code === code ? cause : problem(code, { message: `${problem(code).message}: ${cause.message}` })

const empty: Written = { to: 'upper', operator: 'equals' }

/** The rules of the company, and the dialog that picks one of them for a field, writes a new one, or deletes one. */
export const ruleMachine = setup({
  types: { context: {} as Context, events: {} as RuleEvent, tags: {} as 'busy' },
  actors: {
    listRules: unprovidedActor<MappingRule[], void>('listRules'),
    validateRule: unprovidedActor<ValidationResult, NewMappingRule>('validateRule'),
    saveRule: unprovidedActor<MappingRule, NewMappingRule>('saveRule'),
    deleteRule: unprovidedActor<void, { readonly ruleId: string }>('deleteRule'),
  },
  guards: {
    isClosed: ({ context }) => context.target === null,
    isOpen: ({ context }) => context.target !== null,
    isReadable: ({ context }) => isReadable(context.ruleType, context.written),
    isSound: (_, params: { readonly result: ValidationResult }) => params.result.isValid,
    isApplicable: ({ context }, { ruleId }: { readonly ruleId: string }) =>
      context.target !== null && context.rules.some(({ _id }) => _id === ruleId),
  },
  actions: {
    rememberTarget: assign((_, { targetPath, sourcePath }: RuleTarget) => ({
      target: { targetPath, sourcePath },
    })),
    forgetTarget: assign({ target: null }),
    rememberRules: assign((_, params: { readonly rules: readonly MappingRule[] }) => ({ rules: params.rules })),
    rememberRule: assign(({ context }, { rule }: { readonly rule: MappingRule }) => ({
      rules: [...context.rules.filter(({ _id }) => _id !== rule._id), rule],
    })),
    begin: assign(({ context }) => {
      const sourcePath = context.target?.sourcePath ?? ''
      return {
        ruleType: 'constant' as const,
        written: { ...empty, sourcePath, sourcePaths: sourcePath },
        faults: [],
        problem: null,
      }
    }),
    forgetForm: assign({ ruleType: 'constant', written: empty, faults: [], problem: null }),
    /** `to` says how letters become in one type, and how dates are written in another. */
    chooseType: assign(({ context }, { ruleType }: { readonly ruleType: RuleType }) => ({
      ruleType,
      written: { ...context.written, to: ruleType === 'case' ? 'upper' : '' },
      faults: [],
    })),
    write: assign(({ context }, { field, text }: { readonly field: RuleField; readonly text: string }) => ({
      written: { ...context.written, [field]: text },
      faults: context.faults.filter(({ path }) => path.split('/')[1] !== field),
    })),
    rememberFaults: assign((_, { result }: { readonly result: ValidationResult }) => ({ faults: result.errors })),
    doom: assign((_, { ruleId }: { readonly ruleId: string }) => ({ doomed: ruleId, problem: null })),
    spare: assign({ doomed: null }),
    removeDoomed: assign(({ context }) => ({
      rules: context.rules.filter(({ _id }) => _id !== context.doomed),
      doomed: null,
    })),
    rememberProblem: assign(keepProblem),
    /** What the server said of a field stands at the field; what failed is named as the catalogue has it. */
    rememberRefusal: assign((_, params: { readonly problem: Problem }) => {
      const { errors = [] } = params.problem
      return errors.length > 0 ? { faults: errors } : { problem: failed('mapping-rule/save-failed', params.problem) }
    }),
    forgetProblem: assign({ problem: null }),
    tellRule: (_, _params: { readonly targetPath: string; readonly ruleId: string }) => {},
  },
}).createMachine({
  id: 'rule',
  context: { rules: [], target: null, ruleType: 'constant', written: empty, faults: [], doomed: null, problem: null },
  initial: 'listing',
  states: {
    listing: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'listRules',
        src: 'listRules',
        onDone: { target: 'choosing', actions: { type: 'rememberRules', params: ({ event }) => ({ rules: event.output }) } },
        onError: {
          target: 'unlisted',
          actions: {
            type: 'rememberProblem',
            params: ({ event }) => ({ problem: failed('mapping-rule/list-failed', toProblem(event.error)) }),
          },
        },
      },
      on: {
        'user.opened': { guard: 'isClosed', actions: { type: 'rememberTarget', params: ({ event }) => event } },
        'user.left': { guard: 'isOpen', actions: 'forgetTarget' },
      },
    },
    unlisted: {
      on: {
        'user.retried': { guard: 'isOpen', target: 'listing' },
        'user.opened': { guard: 'isClosed', actions: { type: 'rememberTarget', params: ({ event }) => event } },
        'user.left': { guard: 'isOpen', actions: 'forgetTarget' },
      },
    },
    choosing: {
      on: {
        'user.opened': { guard: 'isClosed', actions: { type: 'rememberTarget', params: ({ event }) => event } },
        'user.left': { guard: 'isOpen', actions: ['forgetTarget', 'forgetProblem'] },
        'user.applied': {
          guard: { type: 'isApplicable', params: ({ event }) => event },
          actions: [
            {
              type: 'tellRule',
              params: ({ context, event }) => ({ targetPath: context.target?.targetPath ?? '', ruleId: event.ruleId }),
            },
            'forgetTarget',
            'forgetProblem',
          ],
        },
        'user.began': { guard: 'isOpen', target: 'writing', actions: 'begin' },
        'user.deleted': { guard: 'isOpen', target: 'confirming', actions: { type: 'doom', params: ({ event }) => event } },
      },
    },
    writing: {
      on: {
        'user.choseType': { actions: { type: 'chooseType', params: ({ event }) => event } },
        'user.wrote': { actions: { type: 'write', params: ({ event }) => event } },
        'user.submitted': { guard: 'isReadable', target: 'validating' },
        'user.cancelled': { target: 'choosing', actions: 'forgetForm' },
      },
    },
    /** Nothing that the server finds wrong is saved. */
    validating: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'validateRule',
        src: 'validateRule',
        input: ({ context }) => ruleOf(context.ruleType, context.written),
        onDone: [
          { guard: { type: 'isSound', params: ({ event }) => ({ result: event.output }) }, target: 'saving' },
          { target: 'writing', actions: { type: 'rememberFaults', params: ({ event }) => ({ result: event.output }) } },
        ],
        onError: {
          target: 'writing',
          actions: { type: 'rememberRefusal', params: failure },
        },
      },
      on: { 'user.cancelled': 'writing' },
    },
    saving: {
      tags: 'busy',
      invoke: {
        id: 'saveRule',
        src: 'saveRule',
        input: ({ context }) => ruleOf(context.ruleType, context.written),
        onDone: {
          target: 'choosing',
          actions: [
            { type: 'rememberRule', params: ({ event }) => ({ rule: event.output }) },
            {
              type: 'tellRule',
              params: ({ context, event }) => ({ targetPath: context.target?.targetPath ?? '', ruleId: event.output._id }),
            },
            'forgetTarget',
            'forgetForm',
          ],
        },
        onError: {
          target: 'writing',
          actions: { type: 'rememberRefusal', params: failure },
        },
      },
    },
    confirming: {
      on: { 'user.confirmed': 'deleting', 'user.cancelled': { target: 'choosing', actions: 'spare' } },
    },
    deleting: {
      tags: 'busy',
      invoke: {
        id: 'deleteRule',
        src: 'deleteRule',
        input: ({ context }) => ({ ruleId: context.doomed ?? '' }),
        onDone: { target: 'choosing', actions: 'removeDoomed' },
        onError: {
          target: 'choosing',
          actions: [
            'spare',
            {
              type: 'rememberProblem',
              params: ({ event }) => ({ problem: failed('mapping-rule/delete-failed', toProblem(event.error)) }),
            },
          ],
        },
      },
    },
  },
})

export type RuleActor = ActorRefFrom<typeof ruleMachine>
export type RuleSnapshot = SnapshotFrom<typeof ruleMachine>
