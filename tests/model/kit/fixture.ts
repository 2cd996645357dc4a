/** What a machine's test must bring: a driver per user event, an assertion per state, answers per actor. Total by type. */
import type { UserEvent } from '@testing-library/user-event'
import type { ReactElement } from 'react'
import type {
  ActorRefFrom,
  AnyActorLogic,
  AnyEventObject,
  AnyMachineSnapshot,
  AnyStateMachine,
  ContextFrom,
  EventFrom,
  InputFrom,
  OutputFrom,
  SnapshotFrom,
  StateMachine,
} from 'xstate'

export type Fixture<M extends AnyStateMachine> = {
  readonly view: (actor: ActorRefFrom<M>) => ReactElement
  readonly inputs: Samples<InputFrom<M>>
  readonly answers: { readonly [P in PortOf<M> as P['src']]: Port<M, P['logic']> }
  readonly drivers: {
    readonly [T in UserEventOf<M>['type']]: Several<Driver<SnapshotFrom<M>, Extract<UserEventOf<M>, { type: T }>>>
  }
  /** One per leaf, as in `deploying.asking`; in a parallel state one per leaf of each region. */
  readonly assertions: Readonly<Record<Leaf<SnapshotFrom<M>['value']>, Assertion<SnapshotFrom<M>>>>
  /** Milliseconds, written a second time: a delay changed in the machine alone must fail. */
  readonly delays: Readonly<Record<DelayOf<M>, Known<SnapshotFrom<M>, number>>>
  /** What of the context tells two states apart. What counts or ages must be left out, or the states never end. */
  readonly project?: (context: ContextFrom<M>) => Readonly<Record<string, unknown>>
  /** What the product promises of any step, in sentences: the oracle that the chart itself is right. */
  readonly invariants?: Samples<Invariant<SnapshotFrom<M>>>
  /** Names of the links that lead elsewhere: a person may follow them, and no event belongs to them. */
  readonly exits?: readonly string[]
  /** Names of the groups and regions that another machine draws, whose fixture answers for their controls. */
  readonly parts?: readonly string[]
}

/** Each sample stands under the words that tell it in a story. */
export type Samples<T> = Readonly<Record<string, T>>

/** How a person does something: where the control is, and what they do to it. */
export type Gesture = {
  readonly says: string
  readonly find: () => HTMLElement | null
  readonly use: (control: HTMLElement, user: UserEvent) => Promise<void>
}

export type Invariant<S> = {
  readonly when: (step: Step<S>) => boolean
  readonly holds: (step: Step<S>) => void
}

export type Step<S> = {
  readonly before: S
  readonly event: AnyEventObject
  readonly after: S
  /** What the machine sent to its children on this step, as `people: user.refreshed`. */
  readonly sent: readonly string[]
  /** What it emitted to listeners outside. */
  readonly emitted: readonly AnyEventObject[]
}

/** The same fixture inside the harness, where its parts have only to fit each other. */
export type AnyFixture = {
  readonly view: (actor: unknown) => ReactElement
  readonly inputs: Samples<unknown>
  readonly answers: Samples<{
    readonly asks: Known<AnyMachineSnapshot, unknown>
    readonly answers?: Samples<unknown>
    readonly says?: Samples<AnyEventObject>
    readonly problems: Samples<Error>
    readonly shows?: object
    readonly isLasting?: true
  }>
  readonly drivers: Samples<Several<AnyDriver>>
  readonly assertions: Samples<Assertion<AnyMachineSnapshot>>
  readonly delays: Samples<Known<AnyMachineSnapshot, number>>
  readonly project?: (context: unknown) => object
  readonly invariants?: Samples<Invariant<AnyMachineSnapshot>>
  readonly exits?: readonly string[]
  readonly parts?: readonly string[]
}

type AnyDriver = Gesture & Reach<AnyMachineSnapshot> & { readonly event?: AnyEventObject }

type Port<M extends AnyStateMachine, L extends AnyActorLogic> = {
  /** What the machine must hand to the actor. */
  readonly asks: Known<SnapshotFrom<M>, InputFrom<L>>
  readonly problems: Samples<Error>
  /** The state of a child machine, so that the view draws what a page needs: a list that was read. It stays whatever happens. */
  readonly shows?: SnapshotFrom<L>
  /**
   * It runs as long as the machine does, and what a person can do without it is what they can do with it:
   * its failure is walked from every state, but no path goes on from there. Halves the edges.
   */
  readonly isLasting?: true
} & ([OutputFrom<L>] extends [undefined]
  ? { readonly says: Samples<OutsideEventOf<M>> }
  : { readonly answers: Samples<OutputFrom<L>>; readonly says?: Samples<OutsideEventOf<M>> })

type Driver<S, E extends AnyEventObject> = Gesture &
  Reach<S> &
  ({ type: E['type'] } extends E ? { readonly event?: E } : { readonly event: E })

type Reach<S> = {
  /** False for what no driver can do although the machine would hear it: to empty an empty field. */
  readonly when?: (snapshot: S) => boolean
  /** True where a dialog stands before the control: the machine would hear it, and nobody can reach it. */
  readonly behind?: (snapshot: S) => boolean
}

/** A passing state is left at once by `always`: nobody may ever see it. */
type Assertion<S> = ((snapshot: S) => void) | 'passing'
type Known<S, T> = T | ((snapshot: S) => T)
type Several<T> = T | readonly [T, ...T[]]
type UserEventOf<M extends AnyStateMachine> = Extract<EventFrom<M>, { type: `user.${string}` }>
type OutsideEventOf<M extends AnyStateMachine> = Exclude<EventFrom<M>, { type: `user.${string}` | `xstate.${string}` }>
// biome-ignore format: one line per question
type PortOf<M> = M extends StateMachine<infer _C, infer _E, infer _Ch, infer P, infer _A, infer _G, infer _D, infer _V, infer _T, infer _I, infer _O, infer _Em, infer _Me, infer _S, infer _X> ? P : never
// biome-ignore format: one line per question
type DelayOf<M> = M extends StateMachine<infer _C, infer _E, infer _Ch, infer _P, infer _A, infer _G, infer D, infer _V, infer _T, infer _I, infer _O, infer _Em, infer _Me, infer _S, infer _X> ? D : never
type Leaf<V> = V extends string
  ? V
  : { [K in keyof V & string]: [Leaf<V[K]>] extends [never] ? K : `${K}.${Leaf<V[K]>}` }[keyof V & string]
