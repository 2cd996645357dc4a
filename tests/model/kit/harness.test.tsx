/** The harness against what our first workflow does not have: regions, children that are machines, history, a delay that is computed. */
import { screen } from '@testing-library/react'
import { useSelector } from '@xstate/react'
import { describe, expect } from 'vitest'
import { type ActorRefFrom, assign, type DoneActorEvent, setup, spawnChild, stopChild } from 'xstate'

import { unprovidedActor, unprovidedCallbackActor } from '#src/machines/kit/unprovided-actor.ts'
import { press } from './drivers.ts'
import type { Fixture } from './fixture.ts'
import { verifyEveryEdge } from './harness.ts'
import { verifyShape } from './shape.ts'

const wizardMachine = setup({ types: { output: {} as { readonly choice: string } } }).createMachine({
  initial: 'choosing',
  output: { choice: 'none' },
  states: { choosing: {} },
})

const syncMachine = setup({
  types: {
    context: {} as { readonly attempts: number; readonly choice: string },
    children: {} as { readonly wizard: 'wizard' },
    events: {} as
      | { type: 'user.started' }
      | { type: 'user.held' }
      | { type: 'user.continued' }
      | { type: 'server.beat' }
      | { type: 'wizard.skipped' }
      | DoneActorEvent<{ readonly choice: string }, 'wizard'>,
    tags: {} as 'busy',
  },
  actors: {
    wizard: wizardMachine,
    transfer: unprovidedActor<number, void>('transfer'),
    beats: unprovidedCallbackActor<void>('beats'),
  },
  guards: { attemptsRemain: ({ context }) => context.attempts < 2 },
  actions: {
    countAttempt: assign({ attempts: ({ context }) => context.attempts + 1 }),
    rememberChoice: assign((_, params: { choice: string }) => ({ choice: params.choice })),
  },
  delays: { silenceLimit: 5_000, retryPause: ({ context }) => 1_000 * 2 ** context.attempts },
}).createMachine({
  id: 'sync',
  type: 'parallel',
  context: { attempts: 0, choice: '' },
  states: {
    work: {
      initial: 'idle',
      states: {
        idle: {
          entry: spawnChild('wizard', { id: 'wizard' }),
          exit: stopChild('wizard'),
          on: {
            'xstate.done.actor.wizard': {
              target: 'moving',
              actions: { type: 'rememberChoice', params: ({ event }) => event.output },
            },
            'wizard.skipped': 'moving',
            'user.started': 'moving',
          },
        },
        moving: {
          tags: 'busy',
          initial: 'asking',
          on: { 'user.held': 'held' },
          states: {
            asking: {
              invoke: {
                id: 'transfer',
                src: 'transfer',
                onDone: '#sync.work.done',
                onError: { target: 'judging', actions: 'countAttempt' },
              },
            },
            judging: { always: [{ guard: 'attemptsRemain', target: 'resting' }, { target: '#sync.work.lost' }] },
            resting: { after: { retryPause: 'asking' } },
            last: { type: 'history' },
          },
        },
        held: { on: { 'user.continued': 'moving.last' } },
        done: { type: 'final' },
        lost: { type: 'final' },
      },
    },
    link: {
      initial: 'live',
      invoke: { id: 'beats', src: 'beats', onError: '.stale' },
      states: {
        live: { after: { silenceLimit: 'stale' }, on: { 'server.beat': { target: 'live', reenter: true } } },
        stale: { on: { 'server.beat': 'live' } },
      },
    },
  },
})

function Wizard({ actor }: { readonly actor: ActorRefFrom<typeof wizardMachine> }) {
  const stage = useSelector(actor, ({ value }) => value)
  return <p>The wizard is {stage}</p>
}

function SyncView({ actor }: { readonly actor: ActorRefFrom<typeof syncMachine> }) {
  const snapshot = useSelector(actor, (it) => it)
  return (
    <main>
      <p role="status">{`${JSON.stringify(snapshot.value)} ${snapshot.context.choice}`}</p>
      {snapshot.children.wizard ? <Wizard actor={snapshot.children.wizard} /> : null}
      <button
        type="button"
        disabled={!snapshot.can({ type: 'user.started' })}
        onClick={() => actor.send({ type: 'user.started' })}
      >
        Start
      </button>
      <button type="button" disabled={!snapshot.can({ type: 'user.held' })} onClick={() => actor.send({ type: 'user.held' })}>
        Hold
      </button>
      <button
        type="button"
        disabled={!snapshot.can({ type: 'user.continued' })}
        onClick={() => actor.send({ type: 'user.continued' })}
      >
        Continue
      </button>
    </main>
  )
}

const down = { 'the net is down': new Error('down') }
const reads = (text: string) => () => expect(screen.getByRole('status').textContent).toContain(text)

const fixture: Fixture<typeof syncMachine> = {
  view: (actor) => <SyncView actor={actor} />,
  inputs: { 'a new sync': undefined },
  answers: {
    wizard: { asks: undefined, answers: { all: { choice: 'all' } }, says: { skip: { type: 'wizard.skipped' } }, problems: {} },
    transfer: { asks: undefined, answers: { '7 moved': 7 }, problems: down },
    beats: { asks: undefined, says: { 'a beat': { type: 'server.beat' } }, problems: down },
  },
  drivers: { 'user.started': press('Start'), 'user.held': press('Hold'), 'user.continued': press('Continue') },
  assertions: {
    'work.idle': () => {
      reads('"work":"idle"')()
      screen.getByText('The wizard is choosing')
    },
    'work.moving.asking': reads('"asking"'),
    'work.moving.judging': 'passing',
    'work.moving.resting': reads('"resting"'),
    'work.held': reads('"work":"held"'),
    'work.done': reads('"work":"done"'),
    'work.lost': reads('"work":"lost"'),
    'link.live': reads('"link":"live"'),
    'link.stale': reads('"link":"stale"'),
  },
  delays: { silenceLimit: 5_000, retryPause: ({ context }) => 1_000 * 2 ** context.attempts },
}

describe('a sync', () => {
  verifyShape(syncMachine)
  verifyEveryEdge(syncMachine, fixture)
})
