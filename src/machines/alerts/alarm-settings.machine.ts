import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import type { AlarmSettings, ConnectorAlarms } from '#contract/alerts/alarm.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { keepProblem, rememberProblem } from '../kit/problem.ts'
import { unprovidedActor } from '../kit/unprovided-actor.ts'
import {
  faultsIn,
  isFieldEnabled,
  isFull,
  settingsOf,
  type Ticked,
  type Written,
  type WrittenField,
  writtenOf,
} from './alarm-written.ts'

export const selectWritten = (snapshot: AlarmSettingsSnapshot) => snapshot.context.written

const selectCan = (event: AlarmSettingsEvent) => (snapshot: AlarmSettingsSnapshot) => snapshot.can(event)
export const selectCanChoose = (userId: string) => selectCan({ type: 'user.chosePerson', userId })

export type AlarmSettingsEvent =
  | { readonly type: 'user.wrote'; readonly field: WrittenField; readonly text: string }
  | { readonly type: 'user.ticked'; readonly what: Ticked }
  /** Chosen, or not any more. */
  | { readonly type: 'user.chosePerson'; readonly userId: string }
  | { readonly type: 'user.submitted' }
  | { readonly type: 'user.discarded' }

type Input = {
  readonly settings: AlarmSettings
  /** The zone that the person is in. */
  readonly zone: string
}

type Context = Input & { readonly written: Written; readonly problem: Problem | null }

/** Only what is different goes out, so that two people change two parts at a time; `seen` is the same parts as they were opened. */
export type SettingsChange = Partial<AlarmSettings> & { readonly seen: Partial<AlarmSettings> }

function changeOf({ written, settings }: Context): SettingsChange {
  const wanted = settingsOf(written, settings)
  const parts = (Object.keys(wanted) as (keyof AlarmSettings)[]).filter(
    (part) => JSON.stringify(wanted[part]) !== JSON.stringify(settings[part]),
  )
  const of = (whole: AlarmSettings): Partial<AlarmSettings> => Object.fromEntries(parts.map((part) => [part, whole[part]]))
  return { ...of(wanted), seen: of(settings) }
}

const isDifferent = ({ written, settings, zone }: Context) =>
  JSON.stringify(written) !== JSON.stringify(writtenOf(settings, zone))

/** What is watched of a connector, and whom it is told, as somebody changes it. */
export const alarmSettingsMachine = setup({
  types: { context: {} as Context, events: {} as AlarmSettingsEvent, input: {} as Input, tags: {} as 'busy' },
  actors: { saveSettings: unprovidedActor<ConnectorAlarms, SettingsChange>('saveSettings') },
  guards: {
    somethingIsDifferent: ({ context }) => isDifferent(context),
    isWorthSaving: ({ context }) => faultsIn(context.written).length === 0 && isDifferent(context),
    isAsked: ({ context }, { field }: { readonly field: WrittenField }) => isFieldEnabled(field, context.written),
    mayBeChosen: ({ context: { written } }, { userId }: { readonly userId: string }) =>
      written.people.includes(userId) || !isFull(written),
  },
  actions: {
    remember: assign(({ context: { written } }, { field, text }: { readonly field: WrittenField; readonly text: string }) => ({
      written: { ...written, fields: { ...written.fields, [field]: text } },
    })),
    tick: assign(({ context: { written } }, { what }: { readonly what: Ticked }) => ({
      written: { ...written, ticks: { ...written.ticks, [what]: !written.ticks[what] } },
    })),
    choose: assign(({ context: { written } }, { userId }: { readonly userId: string }) => ({
      written: {
        ...written,
        people: written.people.includes(userId) ? written.people.filter((it) => it !== userId) : [...written.people, userId],
      },
    })),
    discard: assign(({ context: { settings, zone } }) => ({ written: writtenOf(settings, zone), problem: null })),
    rememberSaved: assign(({ context: { zone } }, { saved }: { readonly saved: ConnectorAlarms }) => ({
      settings: saved.settings,
      written: writtenOf(saved.settings, zone),
    })),
    rememberProblem: assign(keepProblem),
    forgetProblem: assign({ problem: null }),
    tellSaved: (_, _params: { readonly saved: ConnectorAlarms }) => {},
  },
}).createMachine({
  id: 'alarm-settings',
  context: ({ input }) => ({ ...input, written: writtenOf(input.settings, input.zone), problem: null }),
  initial: 'writing',
  states: {
    writing: {
      on: {
        'user.wrote': {
          guard: { type: 'isAsked', params: ({ event }) => event },
          actions: { type: 'remember', params: ({ event }) => event },
        },
        'user.ticked': { actions: { type: 'tick', params: ({ event }) => event } },
        'user.chosePerson': {
          guard: { type: 'mayBeChosen', params: ({ event }) => event },
          actions: { type: 'choose', params: ({ event }) => event },
        },
        'user.submitted': { guard: 'isWorthSaving', target: 'saving' },
        'user.discarded': { guard: 'somethingIsDifferent', actions: 'discard' },
      },
    },
    saving: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'saveSettings',
        src: 'saveSettings',
        input: ({ context }) => changeOf(context),
        onDone: {
          target: 'saved',
          actions: [
            { type: 'rememberSaved', params: ({ event }) => ({ saved: event.output }) },
            { type: 'tellSaved', params: ({ event }) => ({ saved: event.output }) },
          ],
        },
        onError: { target: 'writing', actions: rememberProblem },
      },
      on: { 'user.discarded': { target: 'writing', actions: 'discard' } },
    },
    saved: {
      on: {
        'user.wrote': {
          guard: { type: 'isAsked', params: ({ event }) => event },
          target: 'writing',
          actions: { type: 'remember', params: ({ event }) => event },
        },
        'user.ticked': { target: 'writing', actions: { type: 'tick', params: ({ event }) => event } },
        'user.chosePerson': {
          guard: { type: 'mayBeChosen', params: ({ event }) => event },
          target: 'writing',
          actions: { type: 'choose', params: ({ event }) => event },
        },
      },
    },
  },
})

export type AlarmSettingsActor = ActorRefFrom<typeof alarmSettingsMachine>
export type AlarmSettingsSnapshot = SnapshotFrom<typeof alarmSettingsMachine>
