import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'

import type { Trigger } from '#contract/connectors/config/config.ts'
import { refusal, toProblem } from '#contract/kit/problem.ts'
import { type CreationSnapshot, creationMachine, type Written } from '#src/machines/builder/draft/creation.machine.ts'
import { CreationForm } from '#src/views/builder/draft/CreationForm.tsx'
import { pass } from '../../kit/clock.ts'
import { pick, press, write } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { alertText, bug, offline } from '../../kit/samples/public-pages.ts'
import { verifyShape } from '../../kit/shape.ts'

const blank: Written = { name: '', details: '', trigger: { type: 'manual' } }
const typed: Written = { name: 'Orders', details: 'From the shop', trigger: { type: 'webhook' } }
const interrupted = refusal('request/interrupted')
const unknownPerson = refusal('auth/token-invalid')
/** Only while nothing else was typed: what starts a connector changes nothing of the rest. */
const starts = (name: string, trigger: Trigger) => ({
  ...pick(name),
  event: { type: 'user.choseTrigger', trigger } as const,
  when: ({ context: { written, isRenewed, problem } }: CreationSnapshot) =>
    written.trigger.type !== trigger.type && written.name === '' && !isRenewed && problem === null,
})
const isRenewed = ({ context }: CreationSnapshot) => context.isRenewed

const fixture: Fixture<typeof creationMachine> = {
  view: (actor) => <CreationForm actor={actor} />,
  inputs: {
    'a first visit': { written: blank },
    'what the tab kept': { written: typed },
  },
  answers: {
    createConnector: {
      asks: ({ context }) => context.written,
      answers: { 'it is made': 'orders' },
      problems: {
        'the upload was interrupted': interrupted,
        'the net is down': offline,
        'nobody is signed in': unknownPerson,
        'a bug': bug,
      },
    },
    renewSession: {
      asks: undefined,
      answers: { 'it is renewed': undefined },
      problems: { 'it is over': refusal('auth/refresh-failed') },
    },
  },
  drivers: {
    'user.wrote': [
      {
        ...write(typed.name, 'Name'),
        event: { type: 'user.wrote', field: 'name', text: typed.name },
        when: ({ context }) => context.written.name !== typed.name,
      },
      {
        ...write(typed.details, 'Description'),
        event: { type: 'user.wrote', field: 'details', text: typed.details },
        when: ({ context: { written } }) => written.name === typed.name && written.details === '',
      },
      {
        ...write(' ', 'Name'),
        event: { type: 'user.wrote', field: 'name', text: ' ' },
        when: ({ context: { written } }) => written.name === typed.name,
      },
    ],
    'user.choseTrigger': [
      starts('By webhook', { type: 'webhook' }),
      starts('By hand', { type: 'manual' }),
      starts('On a schedule', { type: 'schedule', everySeconds: 300 }),
    ],
    'user.submitted': [
      { ...press('Create and continue'), behind: isRenewed },
      { ...press('Publish again'), behind: (snapshot) => !isRenewed(snapshot) },
    ],
    'user.cancelled': press('Cancel'),
  },
  assertions: {
    writing: (snapshot) => sees(snapshot, false),
    creating: (snapshot) => {
      sees(snapshot, true)
      screen.getByRole('button', { name: 'Creating…' })
      expect(alertText()).toBeNull()
    },
    renewing: (snapshot) => {
      sees(snapshot, true)
      expect(screen.getByRole('status').textContent).toBe('Refreshing your session…')
    },
    rejected: (snapshot) => sees(snapshot, false),
    signedOut: (snapshot) => sees(snapshot, false),
    created: (snapshot) => sees(snapshot, false),
  },
  delays: { signOutPause: 3_000 },
  // Its fields have a test of their own.
  parts: ['Schedule'],
  project: ({ written, isRenewed, problem }) => ({
    named: written.name.trim() !== '',
    trigger: written.trigger.type,
    described: written.details !== '',
    renewed: isRenewed,
    told: problem?.code ?? false,
  }),
  invariants: {
    'what was typed stays, whatever comes back': {
      when: ({ event }) => !event.type.startsWith('user.wrote') && event.type !== 'user.choseTrigger',
      holds: ({ before, after }) => expect(after.context.written).toEqual(before.context.written),
    },
    'what was typed is kept': {
      when: ({ event }) => event.type === 'user.wrote',
      holds: ({ event, after }) => expect(after.context.written).toMatchObject({ [event['field']]: event['text'] }),
    },
    'a failure is told in the words of the catalogue': {
      when: ({ event }) => event.type === 'xstate.error.actor.createConnector' && event['error'] !== unknownPerson,
      holds: ({ event }) => expect(alertText()).toContain(toProblem(event['error']).message),
    },
    'whoever is not known is told so, and the session is tried to be refreshed': {
      when: ({ event }) => event['error'] === unknownPerson,
      holds: ({ after }) => {
        expect(after.matches('renewing')).toBe(true)
        expect(alertText()).toContain('Authentication error. Please sign out and sign in again.')
      },
    },
    'a refreshed session asks to publish again, and makes nothing by itself': {
      when: ({ event }) => event.type === 'xstate.done.actor.renewSession',
      holds: ({ after }) => {
        expect(after.matches('writing')).toBe(true)
        expect(alertText()).toBeNull()
        expect(screen.getByRole('status').textContent).toContain('Session refreshed')
      },
    },
    'a session that is over is told': {
      when: ({ event }) => event.type === 'xstate.error.actor.renewSession',
      holds: () => expect(alertText()).toContain('Authentication failed. Please sign in again.'),
    },
    'it is made only when the server said so': {
      when: ({ after }) => after.matches('created'),
      holds: ({ event, after }) => {
        expect(event.type).toBe('xstate.done.actor.createConnector')
        expect(after.context.connectorId).toBe(event['output'])
      },
    },
  },
}

describe('the making of a connector', () => {
  verifyShape(creationMachine)
  verifyEveryEdge(creationMachine, fixture)
})

it('asks without the blanks around what was typed', async () => {
  const asked: Written[] = []
  const createConnector = fromPromise<string, Written>(async ({ input }) => String(asked.push(input)))
  const actor = createActor(creationMachine.provide({ actors: { createConnector } }), {
    input: { written: { ...typed, name: ' Orders ', details: ' From the shop ' } },
  }).start()
  actor.send({ type: 'user.submitted' })
  await pass(new SimulatedClock(), 0)
  expect(asked).toEqual([typed])
})

it('is not created with a schedule that starts nothing', () => {
  const written: Written = { ...typed, trigger: { type: 'schedule', everySeconds: 0 } }
  const actor = createActor(creationMachine, { input: { written } }).start()
  expect(actor.getSnapshot().can({ type: 'user.submitted' })).toBe(false)
  actor.send({ type: 'user.choseTrigger', trigger: { type: 'schedule', everySeconds: 60 } })
  expect(actor.getSnapshot().can({ type: 'user.submitted' })).toBe(true)
})

it('signs out 3 s after it said why, once, and keeps in the tab what was typed', async () => {
  const done: string[] = []
  const clock = new SimulatedClock()
  const machine = creationMachine.provide({
    actors: {
      createConnector: fromPromise<string, Written>(() => Promise.reject(unknownPerson)),
      renewSession: fromPromise<void, void>(() => Promise.reject(offline)),
    },
    actions: {
      signOut: () => void done.push('signed out'),
      keepInTab: ({ context }) => void done.push(`kept ${context.written.name}`),
      forgetInTab: () => void done.push('forgot'),
    },
  })
  const actor = createActor(machine, { clock, input: { written: blank } }).start()
  actor.send({ type: 'user.wrote', field: 'name', text: 'Orders' })
  actor.send({ type: 'user.submitted' })
  await pass(clock, 0)
  await pass(clock, 2_999)
  expect(done).toEqual(['kept Orders'])
  await pass(clock, 1)
  expect(done).toEqual(['kept Orders', 'signed out'])
})

function sees({ context: { written } }: CreationSnapshot, isBusy: boolean) {
  expect(screen.getByRole('form', { name: 'New integration' }).getAttribute('aria-busy')).toBe(String(isBusy))
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe(written.name)
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Description' }).value).toBe(written.details)
  const names = { schedule: 'On a schedule', webhook: 'By webhook', manual: 'By hand' } as const
  expect(screen.getByRole<HTMLInputElement>('radio', { name: names[written.trigger.type] }).checked).toBe(true)
}
