import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate'

import type { Lookup } from '#contract/connectors/config/config.ts'
import { unprovidedCallbackActor } from '../../kit/unprovided-actor.ts'
import {
  blankParameter,
  type EnrichmentChoices,
  type EnrichmentField,
  type EnrichmentWritten,
  faultsIn,
  lookupOf,
  type ParameterWritten,
  parametersMax,
  writtenOf,
} from './enrichment-rules.ts'

export type EnrichmentEvent =
  | { readonly type: 'user.wrote'; readonly field: EnrichmentField; readonly text: string }
  | { readonly type: 'user.chose'; readonly choice: Partial<EnrichmentChoices> }
  | { readonly type: 'user.changedParameter'; readonly at: number; readonly change: Partial<ParameterWritten> }
  | { readonly type: 'user.addedParameter' }
  | { readonly type: 'user.removedParameter'; readonly at: number }
  | { readonly type: 'user.restoredParameter' }
  /** Which of the known records it is tried with. */
  | { readonly type: 'user.choseRecord'; readonly at: number }
  /** The draft has another enrichment than before, whoever changed it. */
  | { readonly type: 'draft.changed'; readonly lookup: Lookup | undefined }

/** What is complete goes into the draft; what is not is kept by the tab until it is. */
export type EnrichmentEmitted =
  | { readonly type: 'enrichment.completed'; readonly lookup: Lookup }
  | { readonly type: 'enrichment.typed'; readonly written: EnrichmentWritten }

type Removed = { readonly parameter: ParameterWritten; readonly at: number }
type Context = { readonly written: EnrichmentWritten; readonly removed: Removed | null; readonly recordAt: number }
type Input = { readonly lookup: Lookup | undefined; readonly typed: EnrichmentWritten | null }
type At = { readonly at: number }

/** What is looked up for a record, as somebody says it: where its values go, where the answer is, and where that is put. */
export const enrichmentMachine = setup({
  types: { context: {} as Context, events: {} as EnrichmentEvent, input: {} as Input },
  actors: { joinDraft: unprovidedCallbackActor<void, EnrichmentEmitted>('joinDraft') },
  guards: {
    everythingFits: ({ context }) => Object.keys(faultsIn(context.written)).length === 0,
    thereIsRoom: ({ context }) => context.written.parameters.length < parametersMax,
    isThere: ({ context }, { at }: At) => context.written.parameters[at] !== undefined,
    /** One is always needed. */
    isOneOfSeveral: ({ context }, { at }: At) =>
      context.written.parameters.length > 1 && context.written.parameters[at] !== undefined,
    somethingWasRemoved: ({ context }) => context.removed !== null && context.written.parameters.length < parametersMax,
  },
  actions: {
    remember: assign(({ context }, { field, text }: { readonly field: EnrichmentField; readonly text: string }) => ({
      written: { ...context.written, [field]: text },
    })),
    rememberChoice: assign(({ context }, { choice }: { readonly choice: Partial<EnrichmentChoices> }) => ({
      written: { ...context.written, ...choice },
    })),
    rememberParameter: assign(
      ({ context: { written } }, { at, change }: At & { readonly change: Partial<ParameterWritten> }) => ({
        written: { ...written, parameters: written.parameters.map((it, index) => (index === at ? { ...it, ...change } : it)) },
      }),
    ),
    addParameter: assign(({ context: { written } }) => ({
      written: { ...written, parameters: [...written.parameters, blankParameter] },
    })),
    removeParameter: assign(({ context: { written } }, { at }: At) => {
      const parameter = written.parameters[at]
      return parameter === undefined
        ? {}
        : { written: { ...written, parameters: written.parameters.toSpliced(at, 1) }, removed: { parameter, at } }
    }),
    restoreParameter: assign(({ context: { written, removed } }) =>
      removed === null
        ? {}
        : { written: { ...written, parameters: written.parameters.toSpliced(removed.at, 0, removed.parameter) }, removed: null },
    ),
    rememberRecord: assign((_, { at }: At) => ({ recordAt: at })),
    follow: assign((_, { lookup }: Pick<Input, 'lookup'>) => ({ written: writtenOf(lookup), removed: null })),
    tellLookup: sendTo('joinDraft', ({ context }) => ({ type: 'enrichment.completed', lookup: lookupOf(context.written) })),
    tellTyped: sendTo('joinDraft', ({ context }) => ({ type: 'enrichment.typed', written: context.written })),
  },
}).createMachine({
  id: 'enrichment',
  context: ({ input: { lookup, typed } }) => ({ written: typed ?? writtenOf(lookup), removed: null, recordAt: 0 }),
  invoke: { id: 'joinDraft', src: 'joinDraft', onError: {} },
  on: {
    'user.wrote': { target: '.judging', actions: { type: 'remember', params: ({ event }) => event } },
    'user.chose': { target: '.judging', actions: { type: 'rememberChoice', params: ({ event }) => event } },
    'user.changedParameter': {
      guard: { type: 'isThere', params: ({ event }) => event },
      target: '.judging',
      actions: { type: 'rememberParameter', params: ({ event }) => event },
    },
    'user.addedParameter': { guard: 'thereIsRoom', target: '.judging', actions: 'addParameter' },
    'user.removedParameter': {
      guard: { type: 'isOneOfSeveral', params: ({ event }) => event },
      target: '.judging',
      actions: { type: 'removeParameter', params: ({ event }) => event },
    },
    'user.restoredParameter': { guard: 'somethingWasRemoved', target: '.judging', actions: 'restoreParameter' },
    'user.choseRecord': { actions: { type: 'rememberRecord', params: ({ event }) => event } },
    'draft.changed': { target: '.opening', actions: { type: 'follow', params: ({ event }) => event } },
  },
  initial: 'opening',
  states: {
    opening: { always: [{ guard: 'everythingFits', target: 'complete' }, { target: 'incomplete' }] },
    judging: {
      always: [
        { guard: 'everythingFits', target: 'complete', actions: 'tellLookup' },
        { target: 'incomplete', actions: 'tellTyped' },
      ],
    },
    complete: {},
    /** The draft keeps the last one that was complete, if there was one. */
    incomplete: {},
  },
})

export type EnrichmentActor = ActorRefFrom<typeof enrichmentMachine>
export type EnrichmentSnapshot = SnapshotFrom<typeof enrichmentMachine>
