import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import type { MappingRule, NewMappingRule } from '#contract/connectors/config/mapping-rule.ts'
import { type Problem, type ProblemCode, problem, toProblem } from '#contract/kit/problem.ts'
import type { ValidationResult } from '#contract/kit/schemas.ts'
import { failure, keepProblem } from '../../kit/problem.ts'
import { unprovidedActor } from '../../kit/unprovided-actor.ts'
import { openRule, type RuleContext, type RuleEvent, type RulePreview, type RuleTarget, unknownIn } from './rule.context.ts'
import {
  formulaFrom,
  formulaProblem,
  isReadable,
  missingFields,
  type RuleField,
  type RuleType,
  ruleFields,
  ruleOf,
  unreadLines,
} from './writing.ts'

export const selectStage = (snapshot: RuleSnapshot) => snapshot.value
/** Null while the sheet is closed. */
export const selectTarget = (snapshot: RuleSnapshot) => snapshot.context.target
export const selectDoomed = ({ context }: RuleSnapshot) => context.rules.find(({ _id }) => _id === context.doomed) ?? null
export const selectWritten = (snapshot: RuleSnapshot) => snapshot.context.written
export const selectFields = (snapshot: RuleSnapshot) => ruleFields[snapshot.context.ruleType]
export const selectMissing = ({ context }: RuleSnapshot) => missingFields(context.ruleType, context.written)
export const selectFormulaProblem = ({ context }: RuleSnapshot) => formulaProblem(context.ruleType, context.written)
/** Lines of a table that no rule would hold. */
export const selectUnread = ({ context }: RuleSnapshot) => unreadLines(context.ruleType, context.written)
export const selectUnknown = ({ context }: RuleSnapshot) => unknownIn(context)
export const selectIsPreviewing = (snapshot: RuleSnapshot) =>
  snapshot.matches({ writing: 'pausing' }) || snapshot.matches({ writing: 'previewing' })

/** What failed in the words of the catalogue, and why; one that has the code already stands as it is: a time limit that is over has no other reason. */
const failed = (code: ProblemCode, cause: Problem): Problem =>
  cause.code === code ? cause : problem(code, { message: `${problem(code).message}: ${cause.message}` })

/** The saved transforms of the company, and the sheet that writes one for a field, changes, takes over, or deletes one. */
export const ruleMachine = setup({
  types: { context: {} as RuleContext, events: {} as RuleEvent, tags: {} as 'busy' },
  actors: {
    listRules: unprovidedActor<MappingRule[], void>('listRules'),
    validateRule: unprovidedActor<ValidationResult, NewMappingRule>('validateRule'),
    /** Changes the saved rule with the id; without one another rule is saved. */
    saveRule: unprovidedActor<MappingRule, { readonly ruleId: string | null; readonly rule: NewMappingRule }>('saveRule'),
    previewRule: unprovidedActor<RulePreview, NewMappingRule>('previewRule'),
    deleteRule: unprovidedActor<void, { readonly ruleId: string }>('deleteRule'),
  },
  guards: {
    isOpen: ({ context }) => context.target !== null,
    isReadable: ({ context }) => isReadable(context.ruleType, context.written) && unknownIn(context).length === 0,
    hasRule: ({ context: { target } }) => target?.ruleId !== undefined || target?.rule !== undefined,
    isSound: (_, params: { readonly result: ValidationResult }) => params.result.isValid,
    isApplicable: ({ context }, { ruleId }: { readonly ruleId: string }) =>
      context.target !== null && context.rules.some(({ _id }) => _id === ruleId),
  },
  actions: {
    rememberTarget: assign((_, { targetPath, sourcePath, ruleId, rule, proposed, known }: RuleTarget) => ({
      target: { targetPath, sourcePath, ruleId, rule, proposed, known },
    })),
    forgetTarget: assign({ target: null }),
    rememberRules: assign((_, params: { readonly rules: readonly MappingRule[] }) => ({ rules: params.rules })),
    rememberRule: assign(({ context }, { rule }: { readonly rule: MappingRule }) => ({
      rules: [...context.rules.filter(({ _id }) => _id !== rule._id), rule],
    })),
    begin: assign(({ context: { target, rules } }) => openRule(target, rules)),
    forgetForm: assign({ ...openRule(null, []), problem: null }),
    forgetPreview: assign({ preview: null, previewProblem: null }),
    rememberPreview: assign((_, { preview }: { readonly preview: RulePreview }) => ({ preview, previewProblem: null })),
    rememberPreviewProblem: assign((_, params: { readonly problem: Problem }) => ({
      preview: null,
      previewProblem: params.problem,
    })),
    /** `to` says how letters become in one type, and how dates are written in another. */
    chooseType: assign(({ context }, { ruleType }: { readonly ruleType: RuleType }) => ({
      ruleType,
      written: {
        ...context.written,
        to: ruleType === 'case' ? 'upper' : '',
        ...(ruleType === 'formula' ? { text: formulaFrom(context.ruleType, context.written) } : {}),
      },
      faults: [],
    })),
    write: assign(({ context }, { field, text }: { readonly field: RuleField; readonly text: string }) => ({
      written: { ...context.written, [field]: text },
      faults: context.faults.filter(({ path }) => path.split('/')[1] !== field),
      problem: null,
    })),
    rememberFaults: assign((_, { result }: { readonly result: ValidationResult }) => ({ faults: result.errors })),
    doom: assign((_, { ruleId }: { readonly ruleId: string }) => ({ doomed: ruleId, problem: null })),
    spare: assign({ doomed: null }),
    /** What was written stays, as a rule of its own. */
    removeDoomed: assign(({ context }) => ({
      edited: context.edited === context.doomed ? null : context.edited,
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
    tellRemoval: (_, _params: { readonly targetPath: string }) => {},
    tellRule: (_, _params: { readonly targetPath: string; readonly ruleId: string }) => {},
  },
  delays: { previewPause: 400 },
}).createMachine({
  id: 'rule',
  context: { ...openRule(null, []), rules: [], target: null, doomed: null, problem: null },
  initial: 'listing',
  states: {
    listing: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'listRules',
        src: 'listRules',
        onDone: [
          {
            guard: 'isOpen',
            target: 'writing',
            actions: [{ type: 'rememberRules', params: ({ event }) => ({ rules: event.output }) }, 'begin'],
          },
          { target: 'closed', actions: { type: 'rememberRules', params: ({ event }) => ({ rules: event.output }) } },
        ],
        onError: {
          target: 'unlisted',
          actions: {
            type: 'rememberProblem',
            params: ({ event }) => ({ problem: failed('mapping-rule/list-failed', toProblem(event.error)) }),
          },
        },
      },
      on: {
        'user.opened': { actions: { type: 'rememberTarget', params: ({ event }) => event } },
        'user.left': { guard: 'isOpen', actions: 'forgetTarget' },
      },
    },
    unlisted: {
      on: {
        'user.retried': { guard: 'isOpen', target: 'listing' },
        'user.opened': { actions: { type: 'rememberTarget', params: ({ event }) => event } },
        'user.left': { guard: 'isOpen', actions: 'forgetTarget' },
      },
    },
    closed: {
      entry: ['forgetTarget', 'forgetForm'],
      on: {
        'user.opened': { target: 'writing', actions: [{ type: 'rememberTarget', params: ({ event }) => event }, 'begin'] },
      },
    },
    writing: {
      initial: 'pausing',
      states: {
        /** What cannot be read yet, or reads what nobody knows, is not tried. */
        pausing: {
          after: {
            previewPause: [
              { guard: 'isReadable', target: 'previewing' },
              { target: 'resting', actions: 'forgetPreview' },
            ],
          },
        },
        previewing: {
          invoke: {
            id: 'previewRule',
            src: 'previewRule',
            input: ({ context }) => ruleOf(context.ruleType, context.written),
            onDone: {
              target: 'resting',
              actions: { type: 'rememberPreview', params: ({ event }) => ({ preview: event.output }) },
            },
            onError: { target: 'resting', actions: { type: 'rememberPreviewProblem', params: failure } },
          },
        },
        resting: {},
      },
      on: {
        // Another field is chosen in the table: the sheet goes on with it.
        'user.opened': { target: '.pausing', actions: [{ type: 'rememberTarget', params: ({ event }) => event }, 'begin'] },
        'user.choseType': { target: '.pausing', actions: { type: 'chooseType', params: ({ event }) => event } },
        'user.wrote': { target: '.pausing', actions: { type: 'write', params: ({ event }) => event } },
        'user.submitted': { guard: 'isReadable', target: 'validating' },
        'user.left': 'closed',
        'user.cancelled': 'closed',
        'user.removed': {
          guard: 'hasRule',
          target: 'closed',
          actions: { type: 'tellRemoval', params: ({ context }) => ({ targetPath: context.target?.targetPath ?? '' }) },
        },
        'user.applied': {
          guard: { type: 'isApplicable', params: ({ event }) => event },
          target: 'closed',
          actions: {
            type: 'tellRule',
            params: ({ context, event }) => ({ targetPath: context.target?.targetPath ?? '', ruleId: event.ruleId }),
          },
        },
        'user.deleted': { target: 'confirming', actions: { type: 'doom', params: ({ event }) => event } },
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
        onError: { target: 'writing', actions: { type: 'rememberRefusal', params: failure } },
      },
      on: { 'user.cancelled': 'writing' },
    },
    saving: {
      tags: 'busy',
      invoke: {
        id: 'saveRule',
        src: 'saveRule',
        input: ({ context }) => ({ ruleId: context.edited, rule: ruleOf(context.ruleType, context.written) }),
        onDone: {
          target: 'closed',
          actions: [
            { type: 'rememberRule', params: ({ event }) => ({ rule: event.output }) },
            {
              type: 'tellRule',
              params: ({ context, event }) => ({ targetPath: context.target?.targetPath ?? '', ruleId: event.output._id }),
            },
          ],
        },
        onError: { target: 'writing', actions: { type: 'rememberRefusal', params: failure } },
      },
    },
    confirming: {
      on: { 'user.confirmed': 'deleting', 'user.cancelled': { target: 'writing', actions: 'spare' } },
    },
    deleting: {
      tags: 'busy',
      invoke: {
        id: 'deleteRule',
        src: 'deleteRule',
        input: ({ context }) => ({ ruleId: context.doomed ?? '' }),
        onDone: { target: 'writing', actions: ['removeDoomed'] },
        onError: {
          target: 'writing',
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
