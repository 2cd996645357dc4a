import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import { type Problem, toProblem } from '#contract/kit/problem.ts'
import { faultAt, withoutFault } from '../kit/field-fault.ts'
import { known } from '../kit/known.ts'
import { keepProblem, rememberProblem } from '../kit/problem.ts'
import { unprovidedActor } from '../kit/unprovided-actor.ts'
import {
  type Content,
  type Given,
  givenOf,
  type PublicationField,
  sameContent,
  sameGiven,
  type Written,
  writtenOf,
} from './written.ts'

export const selectIsNew = (snapshot: PublicationSnapshot) => snapshot.context.own === null
export const selectWritten = (snapshot: PublicationSnapshot) => snapshot.context.written
/** What somebody else saved meanwhile; null unless that has to be decided. */
export const selectTheirs = (snapshot: PublicationSnapshot) => (snapshot.matches('comparing') ? snapshot.context.theirs : null)
/** Of what was published; null before. */
export const selectTemplateId = (snapshot: PublicationSnapshot) => snapshot.context.templateId
export const selectFault = (field: PublicationField) => (snapshot: PublicationSnapshot) =>
  faultAt(snapshot.context.problem, `/${field}`)

type Chosen = { readonly connectorId: string | null; readonly name: string }

export type PublicationEvent =
  | { readonly type: 'user.wrote'; readonly field: PublicationField; readonly text: string }
  /** Null: what is published stays as it is. */
  | ({ readonly type: 'user.choseConnector' } & Chosen)
  | { readonly type: 'user.submitted' }
  | { readonly type: 'user.cancelled' }
  /** Somebody else changed it meanwhile: what stands here is saved over it. */
  | { readonly type: 'user.keptMine' }
  /** Somebody else changed it meanwhile: what stands here is given up for it. */
  | { readonly type: 'user.tookTheirs' }

/** What a tab keeps of a publication. */
export type Publication = {
  /** The public connector that is changed, and the revision that it is changed from; null of a new one. */
  readonly own: { readonly templateId: string; readonly revision: number } | null
  /** Whose configuration is published; null where none is chosen, or what is published stays. */
  readonly connectorId: string | null
  readonly written: Written
  /** The name that it has from its connector; as long as it is called so, nobody named it. */
  readonly givenName?: string | undefined
}

export type Theirs = Given &
  Content & {
    readonly revision: number
    /** What would be published now of the connector that is chosen here; null where none is, or it cannot be read. */
    readonly chosen: Content | null
    readonly isWaiting: boolean
  }
export type Published = { readonly templateId: string; readonly isWaiting: boolean }
export type LookedAt = { readonly templateId: string; readonly connectorId: string | null }
export type Sent = Pick<Publication, 'own' | 'connectorId'> & { readonly given: Given }

/** Whether the configuration that is public is the one to be published; any is while that stays as it is. */
const holdsChosen = (connectorId: string | null, { chosen, ...theirs }: Theirs) =>
  connectorId === null || (chosen !== null && sameContent(chosen, theirs))

/** A public connector on its way to others: new, or one of the company's own that is changed. */
export const publicationMachine = setup({
  types: {
    context: {} as Publication & {
      readonly theirs: Theirs | null
      /** What was sent and may have arrived although nobody said so, newest last. */
      readonly unanswered: readonly Given[]
      /** Of what was published. */
      readonly templateId: string | null
      /** Whether the operator decides first. */
      readonly isWaiting: boolean
      readonly problem: Problem | null
    },
    events: {} as PublicationEvent,
    input: {} as Publication,
    tags: {} as 'busy',
  },
  actors: {
    publish: unprovidedActor<Published, Sent>('publish'),
    readTheirs: unprovidedActor<Theirs, LookedAt>('readTheirs'),
  },
  guards: {
    everythingIsGiven: ({ context: { own, connectorId, written } }) =>
      givenOf(written).name !== '' && (own !== null || connectorId !== null),
    isStale: ({ context: { own } }, { thrown }: { readonly thrown: unknown }) =>
      own !== null && toProblem(thrown).code === 'template/stale',
    /** The answer was lost, and the next try of the same call met what the first one saved. */
    isWhatWasSent: ({ context: { connectorId, written } }, { theirs }: { readonly theirs: Theirs }) =>
      holdsChosen(connectorId, theirs) && sameGiven(givenOf(written), theirs),
    /** Likewise, and more was written since. */
    isOurs: ({ context: { connectorId, unanswered } }, { theirs }: { readonly theirs: Theirs }) =>
      holdsChosen(connectorId, theirs) && unanswered.some((ours) => sameGiven(ours, theirs)),
  },
  actions: {
    remember: assign(({ context }, { field, text }: { readonly field: PublicationField; readonly text: string }) => ({
      written: { ...context.written, [field]: text },
      problem: withoutFault(context.problem, `/${field}`),
    })),
    /** A public connector is called like what it is made of until somebody names it. */
    rememberConnector: assign(({ context: { own, written, givenName } }, { connectorId, name }: Chosen) =>
      own === null && (written.name.trim() === '' || written.name === givenName)
        ? { connectorId, written: { ...written, name }, givenName: name }
        : { connectorId },
    ),
    rememberSent: assign(({ context: { unanswered, written } }) => ({ unanswered: [...unanswered, givenOf(written)] })),
    /** What was sent before carries an older revision than theirs: it can arrive no more. */
    rememberTheirs: assign((_, { theirs }: { readonly theirs: Theirs }) => ({ theirs, unanswered: [] })),
    /** The next try starts from what they saved. */
    overtake: assign(({ context: { own, theirs } }) => ({
      own: own && theirs && { ...own, revision: theirs.revision },
      theirs: null,
    })),
    takeTheirs: assign(({ context: { written, theirs } }) => ({
      written: theirs === null ? written : writtenOf(theirs),
      connectorId: null,
    })),
    rememberPublished: assign((_, { templateId, isWaiting }: Published) => ({ templateId, isWaiting })),
    rememberProblem: assign(keepProblem),
    forgetProblem: assign({ problem: null }),
    keepInTab: (_, _params: Publication) => {},
    forgetInTab: (_, _params: Publication) => {},
  },
}).createMachine({
  id: 'publication',
  context: ({ input }) => ({ ...input, theirs: null, unanswered: [], templateId: null, isWaiting: false, problem: null }),
  initial: 'writing',
  states: {
    writing: {
      on: {
        'user.wrote': {
          actions: [
            { type: 'remember', params: ({ event }) => event },
            { type: 'keepInTab', params: ({ context }) => context },
          ],
        },
        'user.choseConnector': {
          actions: [
            { type: 'rememberConnector', params: ({ event }) => event },
            { type: 'keepInTab', params: ({ context }) => context },
          ],
        },
        'user.submitted': { guard: 'everythingIsGiven', target: 'publishing' },
      },
    },
    publishing: {
      tags: 'busy',
      entry: ['forgetProblem', 'rememberSent'],
      invoke: {
        id: 'publish',
        src: 'publish',
        input: ({ context: { own, connectorId, written } }) => ({ own, connectorId, given: givenOf(written) }),
        onDone: {
          target: 'published',
          actions: [
            { type: 'rememberPublished', params: ({ event }) => event.output },
            { type: 'forgetInTab', params: ({ context }) => context },
          ],
        },
        onError: [
          { guard: { type: 'isStale', params: ({ event }) => ({ thrown: event.error }) }, target: 'looking' },
          { target: 'writing', actions: rememberProblem },
        ],
      },
      on: { 'user.cancelled': 'writing' },
    },
    /** At what somebody else saved meanwhile. */
    looking: {
      tags: 'busy',
      invoke: {
        id: 'readTheirs',
        src: 'readTheirs',
        input: ({ context: { own, connectorId } }) => ({ templateId: known(own, 'own').templateId, connectorId }),
        onDone: [
          {
            guard: { type: 'isWhatWasSent', params: ({ event }) => ({ theirs: event.output }) },
            target: 'published',
            actions: [
              {
                type: 'rememberPublished',
                params: ({ context, event }) => ({ ...known(context.own, 'own'), isWaiting: event.output.isWaiting }),
              },
              { type: 'forgetInTab', params: ({ context }) => context },
            ],
          },
          {
            guard: { type: 'isOurs', params: ({ event }) => ({ theirs: event.output }) },
            target: 'publishing',
            actions: [
              { type: 'rememberTheirs', params: ({ event }) => ({ theirs: event.output }) },
              'overtake',
              { type: 'keepInTab', params: ({ context }) => context },
            ],
          },
          { target: 'comparing', actions: { type: 'rememberTheirs', params: ({ event }) => ({ theirs: event.output }) } },
        ],
        onError: { target: 'writing', actions: rememberProblem },
      },
      on: { 'user.cancelled': 'writing' },
    },
    comparing: {
      on: {
        'user.keptMine': {
          target: 'publishing',
          actions: ['overtake', { type: 'keepInTab', params: ({ context }) => context }],
        },
        'user.tookTheirs': {
          target: 'writing',
          actions: ['takeTheirs', 'overtake', { type: 'forgetInTab', params: ({ context }) => context }],
        },
      },
    },
    published: { type: 'final' },
  },
})

export type PublicationActor = ActorRefFrom<typeof publicationMachine>
export type PublicationSnapshot = SnapshotFrom<typeof publicationMachine>
