import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate'
import { unprovidedCallbackActor } from '../../kit/unprovided-actor.ts'
import {
  answered,
  configOf,
  faultsIn,
  type ListChoices,
  type ListSettings,
  type ListTextField,
  type ListTyped,
  type ListWritten,
  writtenOf,
} from './list-settings.ts'
import { listedAt } from './listed-at.ts'
import type { PagingProof } from './paging-proof.ts'

export const selectSettings = (snapshot: ListProcessingSnapshot) => snapshot.context.settings
/** What was tried before the paging was accepted. */
export const selectProof = (snapshot: ListProcessingSnapshot) => snapshot.context.proof

/** Whether paging may be proposed: it was not declined, and nothing that was typed for another one is put away. */
export const selectIsProposable = (snapshot: ListProcessingSnapshot) =>
  !snapshot.context.isDeclined && !snapshot.matches('putAway')

export type ListProcessingEvent =
  /** `path` is where the list was seen, `items` are the first of it; none where no list was seen. While it is on, another list is read. */
  | { readonly type: 'user.turnedOn'; readonly path: string; readonly items: readonly unknown[] }
  | { readonly type: 'user.turnedOff' }
  /** Paging was proposed, and another one is to be set up in the dialog. */
  | { readonly type: 'user.declined'; readonly path: string; readonly items: readonly unknown[] }
  /** Paging that was proposed is used, by a press or as soon as its test passed: the pages that prove it stay readable. */
  | { readonly type: 'user.accepted'; readonly proof: PagingProof }
  | { readonly type: 'user.opened' }
  | { readonly type: 'user.wrote'; readonly field: ListTextField; readonly text: string }
  | { readonly type: 'user.chose'; readonly choice: Partial<ListChoices> }
  | { readonly type: 'user.saved' }
  | { readonly type: 'user.cancelled' }
  | { readonly type: 'user.undid' }
  | { readonly type: 'user.dismissed' }
  /** The draft says something else than before, whoever changed it. */
  | { readonly type: 'draft.changed'; readonly settings: ListSettings }

export type ListEmitted =
  /** With the items, each of them is a record from now on. */
  | { readonly type: 'list.changed'; readonly settings: ListSettings; readonly items?: readonly unknown[] }
  | { readonly type: 'list.proved'; readonly proof: PagingProof }
  | { readonly type: 'list.typed'; readonly typed: ListTyped | null }

type Context = {
  readonly settings: ListSettings
  readonly written: ListWritten
  /** Whether faults are told: only after somebody tried to save them. */
  readonly isRevealed: boolean
  /** Whether the proposed paging was declined: it is not proposed again on this page. */
  readonly isDeclined: boolean
  /** What was tried before the paging was accepted. */
  readonly proof: PagingProof | null
}
type Input = { readonly settings: ListSettings; readonly typed: ListTyped | null; readonly proof?: PagingProof | null }

/** Whether a source answers with a list, and how its records are read and handed on. `studio-account-settings.md`, "List processing". */
export const listProcessingMachine = setup({
  types: { context: {} as Context & { readonly typed: ListTyped | null }, events: {} as ListProcessingEvent, input: {} as Input },
  actors: { joinDraft: unprovidedCallbackActor<void, ListEmitted>('joinDraft') },
  guards: {
    isOn: ({ context }) => context.settings.isOn,
    isOnNow: (_, { settings }: { readonly settings: ListSettings }) => settings.isOn,
    isProposed: ({ context }) => !context.isDeclined,
    isConfigured: ({ context }) => context.settings.config !== null,
    everythingFits: ({ context }) => Object.keys(faultsIn(context.written)).length === 0,
    nothingWasTyped: ({ context }) => JSON.stringify(context.written) === JSON.stringify(writtenOf(context.settings)),
    wasOpen: ({ context }) => context.settings.isOn && context.typed?.isOpen === true,
    wasPutAway: ({ context }) => context.settings.isOn && context.typed !== null,
  },
  actions: {
    turnOn: assign(({ context }, { path }: { readonly path: string }) => ({
      settings: listedAt(context.settings, path),
    })),
    turnOff: assign(({ context }) => ({ settings: { ...context.settings, isOn: false, path: null } })),
    follow: assign((_, { settings }: { readonly settings: ListSettings }) => ({ settings })),
    begin: assign(({ context }) => ({ written: writtenOf(context.settings), isRevealed: false })),
    remember: assign(({ context }, { field, text }: { readonly field: ListTextField; readonly text: string }) => ({
      written: { ...context.written, [field]: text },
    })),
    rememberChoice: assign(({ context }, { choice }: { readonly choice: Partial<ListChoices> }) => ({
      written: { ...context.written, ...choice },
    })),
    reveal: assign({ isRevealed: true }),
    decline: assign({ isDeclined: true }),
    keepProof: assign((_, { proof }: { readonly proof: PagingProof }) => ({ proof })),
    tellProof: sendTo('joinDraft', (_, { proof }: { readonly proof: PagingProof }) => ({ type: 'list.proved', proof })),
    choosePaging: assign(({ context }) => ({ written: { ...context.written, type: 'pagination' as const } })),
    adopt: assign(({ context: { settings, written } }) => ({
      settings: { ...settings, isOn: true, config: answered(configOf(written), settings.config) },
    })),
    tellSettings: sendTo('joinDraft', ({ context }) => ({ type: 'list.changed', settings: context.settings })),
    tellItems: sendTo('joinDraft', ({ context }, { items }: { readonly items: readonly unknown[] }) => ({
      type: 'list.changed',
      settings: context.settings,
      items,
    })),
    tellTyped: sendTo('joinDraft', ({ context }, { isOpen }: { readonly isOpen: boolean }) => ({
      type: 'list.typed',
      typed: { written: context.written, isOpen },
    })),
    tellNothingTyped: sendTo('joinDraft', { type: 'list.typed', typed: null }),
  },
}).createMachine({
  id: 'list-processing',
  context: ({ input: { settings, typed, proof = null } }) => ({
    proof,
    settings,
    typed,
    written: typed?.written ?? writtenOf(settings),
    isRevealed: false,
    isDeclined: false,
  }),
  invoke: { id: 'joinDraft', src: 'joinDraft', onError: {} },
  initial: 'recalling',
  states: {
    recalling: {
      always: [{ guard: 'wasOpen', target: 'editing' }, { guard: 'wasPutAway', target: 'putAway' }, { target: 'closed' }],
    },
    closed: {
      on: {
        'user.turnedOn': [
          {
            guard: 'isConfigured',
            actions: [
              { type: 'turnOn', params: ({ event }) => event },
              { type: 'tellItems', params: ({ event }) => event },
              'begin',
            ],
          },
          {
            target: 'editing',
            actions: [
              { type: 'turnOn', params: ({ event }) => event },
              { type: 'tellItems', params: ({ event }) => event },
              'begin',
            ],
          },
        ],
        'user.turnedOff': { guard: 'isOn', actions: ['turnOff', 'tellSettings'] },
        'user.declined': {
          guard: 'isProposed',
          target: 'editing',
          actions: [
            { type: 'turnOn', params: ({ event }) => event },
            { type: 'tellItems', params: ({ event }) => event },
            'begin',
            'choosePaging',
            'decline',
            { type: 'tellTyped', params: { isOpen: true } },
          ],
        },
        'user.accepted': {
          guard: 'isProposed',
          actions: [
            { type: 'keepProof', params: ({ event }) => event },
            { type: 'tellProof', params: ({ event }) => event },
          ],
        },
        'user.opened': { guard: 'isOn', target: 'editing', actions: 'begin' },
        'draft.changed': { actions: [{ type: 'follow', params: ({ event }) => event }, 'begin'] },
      },
    },
    /** The dialog is modal: nothing else of the draft can be changed meanwhile. */
    editing: {
      on: {
        'user.wrote': {
          actions: [
            { type: 'remember', params: ({ event }) => event },
            { type: 'tellTyped', params: { isOpen: true } },
          ],
        },
        'user.chose': {
          actions: [
            { type: 'rememberChoice', params: ({ event }) => event },
            { type: 'tellTyped', params: { isOpen: true } },
          ],
        },
        'user.saved': [
          { guard: 'everythingFits', target: 'closed', actions: ['adopt', 'begin', 'tellSettings', 'tellNothingTyped'] },
          { actions: 'reveal' },
        ],
        'user.cancelled': [
          { guard: 'nothingWasTyped', target: 'closed', actions: ['begin', 'tellNothingTyped'] },
          { target: 'putAway', actions: { type: 'tellTyped', params: { isOpen: false } } },
        ],
      },
    },
    /** What was typed can be had again until something else is done. */
    putAway: {
      on: {
        'user.undid': { target: 'editing', actions: { type: 'tellTyped', params: { isOpen: true } } },
        'user.dismissed': { target: 'closed', actions: ['begin', 'tellNothingTyped'] },
        'user.turnedOff': { target: 'closed', actions: ['turnOff', 'begin', 'tellSettings', 'tellNothingTyped'] },
        'user.opened': { target: 'editing', actions: ['begin', 'tellNothingTyped'] },
        'draft.changed': [
          { guard: { type: 'isOnNow', params: ({ event }) => event }, actions: { type: 'follow', params: ({ event }) => event } },
          // What was typed for a list that is none any more has no place; the tab keeps it for the day it is one again.
          { target: 'closed', actions: [{ type: 'follow', params: ({ event }) => event }, 'begin'] },
        ],
      },
    },
  },
})

export type ListProcessingActor = ActorRefFrom<typeof listProcessingMachine>
export type ListProcessingSnapshot = SnapshotFrom<typeof listProcessingMachine>
